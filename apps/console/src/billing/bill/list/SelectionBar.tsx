import type { BillRow } from '@paydesk/contract/billing/bill'
import { Button, Tooltip } from 'antd'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import sticky from '../../../ui/stickyBar.module.css'
import { refusalOf } from '../refusal.ts'
import styles from './Bulk.module.css'
import { sumsOf } from './sums.ts'
import { type BulkAction, bulkActions } from './useBulk.ts'

type Props = {
  selected: readonly BillRow[]
  onBulk: (action: BulkAction, rows: BillRow[]) => void
  onClear: () => void
}

/** The selected bills, summed up per currency, and the actions on them. */
export function SelectionBar({ selected, onBulk, onClear }: Props) {
  return (
    <section className={sticky.bar} aria-label={t('bill.selection')}>
      <strong>{t('bill.selection.count', { count: selected.length })}</strong>
      <ul className={styles.sums}>
        {sumsOf(selected).map(({ currency, count, total, due }) => (
          <li key={currency} className={styles.sum}>
            {t('bill.selection.sum', { currency, count })} <Money {...total} /> · {t('bill.due')}{' '}
            <Money {...due} />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {bulkActions.map((action) => (
          <BulkButton key={action} action={action} selected={selected} onBulk={onBulk} />
        ))}
        <Button onClick={onClear}>{t('bill.selection.clear')}</Button>
      </div>
    </section>
  )
}

/** Acts on those selected bills that allow the action; the number says how many. */
function BulkButton({ action, selected, onBulk }: Omit<Props, 'onClear'> & { action: BulkAction }) {
  const user = useCurrentUser()
  const possible = selected.filter((bill) => refusalOf(action, bill, user) === undefined)
  const first = selected[0]
  const reason =
    possible.length > 0
      ? undefined
      : first && selected.length === 1
        ? refusalOf(action, first, user)
        : t('bill.bulk.none')
  return (
    <Tooltip
      title={
        reason ??
        (possible.length < selected.length
          ? t('bill.bulk.some', { count: selected.length - possible.length })
          : '')
      }
    >
      <Button
        disabled={possible.length === 0}
        danger={action === 'cancel' && possible.length > 0}
        onClick={() => onBulk(action, possible)}
      >
        {t(`bill.bulk.${action}`, { count: possible.length })}
      </Button>
    </Tooltip>
  )
}
