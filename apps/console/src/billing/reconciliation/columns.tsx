import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { t } from '../../lib/i18n.ts'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/workspace/column.ts'
import { clockOf } from './clock.ts'
import { openOf } from './sums.ts'

/** Whose money it is, as far as PayPal says. */
export const payerOf = (
  row: Pick<ExceptionRow, 'payerName' | 'payerEmail' | 'eventCode' | 'class'>,
) => row.payerName || row.payerEmail || kindText(row)

export const unmatchedColumns = (): Column<ExceptionRow>[] => [
  {
    key: 'payer',
    title: t('money.payer'),
    beside: true,
    grows: true,
    render: (row) => (
      <>
        <bdi title={row.payerEmail}>{payerOf(row)}</bdi>
        <span className="visually-hidden"> {row.providerTransactionId}</span>
      </>
    ),
  },
  {
    key: 'open',
    title: t('money.open.amount'),
    align: 'end',
    beside: true,
    render: (row) => <Money {...openOf(row)} />,
  },
  { key: 'kind', title: t('money.kind'), beside: true, render: kindText },
  {
    key: 'clock',
    title: t('money.clock'),
    beside: true,
    render: ({ dueAt }) => <Clock dueAt={dueAt} />,
  },
  {
    key: 'assignee',
    title: t('money.assign'),
    render: ({ assigneeName }) => <bdi>{assigneeName ?? t('money.queue.nobody')}</bdi>,
  },
  {
    key: 'occurredAt',
    title: t('money.occurredAt'),
    render: ({ occurredAt }) => <Time at={occurredAt} />,
  },
  {
    key: 'account',
    title: t('money.account'),
    render: ({ accountLabel }) => <bdi>{accountLabel}</bdi>,
  },
  {
    key: 'email',
    title: t('money.payer.email'),
    optional: true,
    render: ({ payerEmail }) => <bdi>{payerEmail || '—'}</bdi>,
  },
  {
    key: 'gross',
    title: t('money.gross'),
    optional: true,
    align: 'end',
    render: ({ grossMinor, currency }) => <Money amountMinor={grossMinor} currency={currency} />,
  },
]

/**
 * The company's own time limit. The list is asked for anew often enough for it to be
 * right to the hour.
 */
export const Clock = ({ dueAt }: { dueAt: string }) => {
  const { tone, text } = clockOf(dueAt, Date.now())
  return <StatusTag tone={tone}>{text}</StatusTag>
}
