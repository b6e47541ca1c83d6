import type { Bill } from '@paydesk/contract/billing/bill'
import { type Currency, currencies } from '@paydesk/contract/lib/money'
import { Alert } from 'antd'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import styles from '../../../ui/page/record.module.css'

type Props = { bill: Pick<Bill, 'currency' | 'otherCurrency' | 'otherTotalMinor'> }

/**
 * The currency was changed on paypal.com: amounts of two currencies cannot be mixed, so a person
 * has to put it right.
 */
export function CurrencyNotice({
  bill: { currency: ours, otherCurrency, otherTotalMinor },
}: Props) {
  if (!otherCurrency) return null
  const isKnown = (currencies as string[]).includes(otherCurrency)
  const amount = isKnown
    ? formatMoney(
        { amountMinor: otherTotalMinor ?? 0, currency: otherCurrency as Currency },
        locale,
      )
    : otherCurrency
  return (
    <div className={styles.notice}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('bill.otherCurrency', { currency: otherCurrency })}
        description={t('bill.otherCurrency.advice', { amount, ours, currency: otherCurrency })}
      />
    </div>
  )
}
