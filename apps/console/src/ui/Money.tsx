import type { Currency } from '@paydesk/contract/lib/money'
import { formatMoney } from '../lib/format.ts'
import { locale } from '../lib/i18n.ts'
import styles from './figures.module.css'

/**
 * An amount in its own currency. `bdi` keeps sign and symbol in place where the text
 * runs right to left.
 */
export const Money = ({ amountMinor, currency }: { amountMinor: number; currency: Currency }) => (
  <bdi dir="ltr" className={styles.figure}>
    {formatMoney({ amountMinor, currency }, locale)}
  </bdi>
)
