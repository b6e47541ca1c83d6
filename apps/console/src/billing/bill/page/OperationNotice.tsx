import { LoadingOutlined } from '@ant-design/icons'
import type { Bill } from '@paydesk/contract/billing/bill'
import { Alert } from 'antd'
import { hasText, t } from '../../../lib/i18n.ts'
import { Time } from '../../../ui/Time.tsx'

/**
 * An operation that is on its way to PayPal. When PayPal's answer was lost, Paydesk looks the
 * outcome up before it repeats anything.
 */
export function OperationNotice({
  operation: { kind, state, since },
}: {
  operation: NonNullable<Bill['operation']>
}) {
  const key = `bill.operation.${kind}`
  const isUnknown = state === 'unknown'
  return (
    <Alert
      type={isUnknown ? 'warning' : 'info'}
      showIcon
      role="status"
      icon={<LoadingOutlined aria-hidden />}
      title={hasText(key) ? t(key) : t('bill.busy')}
      description={
        <>
          {isUnknown && `${t('bill.operation.unknown')} `}
          {t('bill.operation.since')} <Time at={since} />
        </>
      }
    />
  )
}
