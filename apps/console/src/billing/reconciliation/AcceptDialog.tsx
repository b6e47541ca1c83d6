import {
  type Candidate,
  type ExceptionRow,
  reconciliationApi,
} from '@paydesk/contract/billing/reconciliation'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Money } from '../../ui/Money.tsx'
import { payerOf } from './columns.tsx'
import styles from './Reconciliation.module.css'
import { openOf } from './sums.ts'

export type Accepted = ExceptionRow & { bill: Candidate }
type Props = {
  rows: readonly ExceptionRow[]
  onAccept: (rows: Accepted[]) => void
  onClosed: () => void
}

/**
 * Shows which bill certainly belongs to which payment, and asks once for all of them. Those with
 * none, or with two, are left as they are.
 */
export function AcceptDialog({ rows, onAccept, onClosed }: Props) {
  const found = useCertain(rows)
  const certain = rows.flatMap((row) => {
    const bill = found.get(row.id)
    return bill ? [{ ...row, bill }] : []
  })
  const looking = found.size < rows.length
  return (
    <ConfirmDialog
      key={looking ? 'looking' : 'found'}
      title={t('money.accept.title')}
      confirmLabel={t('money.accept.confirm', { count: certain.length })}
      disabled={looking || certain.length === 0}
      ready
      width={640}
      onConfirm={async () => onAccept(certain)}
      onClosed={onClosed}
    >
      <p role="status">
        {looking
          ? t('money.accept.looking', { done: found.size, count: rows.length })
          : t('money.accept.found', {
              certain: certain.length,
              others: rows.length - certain.length,
            })}
      </p>
      <ul className={styles.pairs}>
        {certain.map((row) => (
          <li key={row.id}>
            <bdi>{payerOf(row)}</bdi> <Money {...openOf(row)} /> →{' '}
            <bdi dir="ltr">{row.bill.number}</bdi>{' '}
            <bdi className={styles.second}>{row.bill.customerName}</bdi>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/**
 * The one certain bill of each row; null if there is none, or more than one. The service decides
 * again when it is accepted.
 */
function useCertain(rows: readonly ExceptionRow[]): ReadonlyMap<string, Candidate | null> {
  const [found, setFound] = useState<ReadonlyMap<string, Candidate | null>>(new Map())
  useEffect(() => {
    const stop = new AbortController()
    const left = [...rows]
    const look = async () => {
      for (let row = left.shift(); row && !stop.signal.aborted; row = left.shift()) {
        const { id, grossMinor } = row
        const input = { params: { id }, query: {} }
        const { list } =
          grossMinor > 0
            ? await call(reconciliationApi.candidates, input, {
                skipErrorHandler: true,
                signal: stop.signal,
              }).catch(() => ({ list: [] }))
            : { list: [] }
        const certain = list.filter(({ certainty }) => certainty === 'certain')
        const one = certain.length === 1 ? (certain[0] ?? null) : null
        if (!stop.signal.aborted) setFound((known) => new Map(known).set(id, one))
      }
    }
    for (let i = 0; i < 3; i++) void look()
    return () => stop.abort()
  }, [rows])
  return found
}
