import type { BillFailure, TotalDifference } from '@paydesk/contract/billing/billFailure'
import { Alert } from 'antd'
import { formatMoney } from '../../lib/format.ts'
import { hasText, locale, t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import { failureWords } from './failure.ts'

/**
 * Says what did not work, why in plain words, what to do, and PayPal's own words for anyone who
 * has to ask PayPal.
 */
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
          {failure.difference && <Difference of={failure.difference} />}
          <div>{advice}</div>
          {failure.detail && !failure.difference && (
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

/** Both totals, and the part in which they differ. */
function Difference({
  of: { currency, paypalsCurrency, oursMinor, paypalsMinor, part, line, ...parts },
}: {
  of: TotalDifference
}) {
  const money = (amountMinor: number) => formatMoney({ currency, amountMinor }, locale)
  if (paypalsCurrency)
    return (
      <div>{t('bill.totalDiffers.currency', { ours: currency, paypals: paypalsCurrency })}</div>
    )
  const figures = { ours: money(parts.partOursMinor), paypals: money(parts.partPaypalsMinor) }
  const name = t(`bill.totalDiffers.${part}`)
  return (
    <>
      <div>
        {t('bill.totalDiffers.total', { ours: money(oursMinor), paypals: money(paypalsMinor) })}
      </div>
      {part !== 'total' && (
        <div>
          {line === null
            ? t('bill.totalDiffers.part', { part: name, ...figures })
            : t('bill.totalDiffers.line', { part: name, line: String(line), ...figures })}
        </div>
      )}
    </>
  )
}
