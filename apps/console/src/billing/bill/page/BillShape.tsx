import type { BillRow } from '@paydesk/contract/billing/bill'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import styles from '../../../ui/page/record.module.css'
import { StatusTags } from '../StatusTags.tsx'

/** The bill while it is read: what the list knows of it, and the shape of the rest. */
export const BillShape = ({ row }: { row: BillRow }) => (
  <div className={styles.page} aria-busy>
    <div className={styles.head}>
      <StatusTags bill={row} />
      <bdi>{row.customerName}</bdi>
    </div>
    <dl className={styles.amounts}>
      <div className={styles.main}>
        <dt>{t('bill.total')}</dt>
        <dd>
          <Money amountMinor={row.totalMinor} currency={row.currency} />
        </dd>
      </div>
    </dl>
    {[180, 120, 240].map((height) => (
      <div key={height} className={styles.shape} style={{ height }} />
    ))}
    <span className="visually-hidden">{t('loading')}</span>
  </div>
)
