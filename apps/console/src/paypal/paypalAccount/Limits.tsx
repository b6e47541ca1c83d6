import type { Currency } from '@paydesk/contract/lib/money'
import type { AccountLimit, PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './PaypalAccountPage.module.css'

/** The limits and how much of each is used, by the company's day and month. */
export function Limits({ account }: { account: PaypalAccount }) {
  const { limits, usage, dailyCount, todayCount } = account
  const unlimited = usage.filter(
    ({ currency, todayMinor }) =>
      todayMinor > 0 && !limits.some((limit) => limit.currency === currency),
  )
  return (
    <div className={styles.limits}>
      {limits.length === 0 && dailyCount === null && (
        <p className={styles.note}>{t('paypalAccount.limits.none')}</p>
      )}
      {dailyCount !== null && (
        <Gauge
          name={t('paypalAccount.limits.count')}
          used={todayCount}
          limit={dailyCount}
          show={(value) => formatCount(value, locale)}
        />
      )}
      {limits.map((limit) => (
        <CurrencyLimits
          key={limit.currency}
          limit={limit}
          used={usage.find(({ currency }) => currency === limit.currency)}
        />
      ))}
      {unlimited.map(({ currency, todayMinor }) => (
        <p key={currency} className={styles.note}>
          {t('paypalAccount.usedToday')} <Money amountMinor={todayMinor} currency={currency} />
        </p>
      ))}
    </div>
  )
}

function CurrencyLimits({
  limit,
  used,
}: {
  limit: AccountLimit
  used: PaypalAccount['usage'][number] | undefined
}) {
  const { currency, billMinMinor, billMaxMinor, dailyMinor, monthlyMinor } = limit
  const show = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
  return (
    <>
      {(billMinMinor !== null || billMaxMinor !== null) && (
        <p className={styles.note}>
          {currency} {t('paypalAccount.limits.perBill')}{' '}
          <bdi dir="ltr">{perBill(billMinMinor, billMaxMinor, currency)}</bdi>
        </p>
      )}
      {dailyMinor !== null && (
        <Gauge
          name={`${currency} ${t('paypalAccount.limits.today')}`}
          used={used?.todayMinor ?? 0}
          limit={dailyMinor}
          show={show}
        />
      )}
      {monthlyMinor !== null && (
        <Gauge
          name={`${currency} ${t('paypalAccount.limits.month')}`}
          used={used?.monthMinor ?? 0}
          limit={monthlyMinor}
          show={show}
        />
      )}
    </>
  )
}

function perBill(min: number | null, max: number | null, currency: Currency): string {
  const show = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
  if (min !== null && max !== null)
    return t('paypalAccount.limits.range', { min: show(min), max: show(max) })
  return min !== null
    ? t('paypalAccount.limits.from', { min: show(min) })
    : t('paypalAccount.limits.to', { max: show(max ?? 0) })
}

type GaugeProps = { name: string; used: number; limit: number; show: (value: number) => string }

/**
 * Uses the browser's own meter, which has a role, a value and a name, and changes its
 * colour as it fills.
 */
function Gauge({ name, used, limit, show }: GaugeProps) {
  const text = t('paypalAccount.limits.used', { used: show(used), limit: show(limit) })
  return (
    <div className={styles.gauge}>
      <span>{name}</span>
      <bdi className={styles.gaugeText}>{text}</bdi>
      <meter
        className={styles.meter}
        aria-label={`${name}: ${text}`}
        min={0}
        max={Math.max(limit, 1)}
        high={limit * 0.8}
        optimum={0}
        value={used}
      />
    </div>
  )
}
