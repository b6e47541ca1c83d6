import type { BillFailure } from '@paydesk/contract/billing/bill'
import { Alert } from 'antd'
import { hasText, t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import { failureWords } from './failure.ts'

/** Says what did not work, why in plain words, what to do, and PayPal's own words for anyone who has to ask PayPal. */
export function FailureNotice({ failure }: { failure: BillFailure }) {
  const { reason, advice } = failureWords(failure.code)
  const key = `bill.failed.${failure.action}`
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={`${hasText(key) ? t(key) : t('bill.failed.other')}${reason}`}
      description={
        <>
          <div>{advice}</div>
          {failure.detail && (
            <div>
              {t('bill.failed.detail')} <q lang="en">{failure.detail}</q>
            </div>
          )}
          <Time at={failure.at} />
        </>
      }
    />
  )
}
