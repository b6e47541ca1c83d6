import { type RowAside, rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { Button } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import styles from './ProblemPage.module.css'
import { SettleDialog } from './SettleDialog.tsx'

/** More are not worth reading at once: the same oddity usually stands in all of them. */
const shown = 100

/** The rows that nobody understood, with PayPal's own words; each can be settled by a person. */
export function RowsAside() {
  const { data, error, refetch } = useApi(rowAsideApi.list, { query: { pageSize: shown } })
  const settle = useDialog<RowAside>()
  if (!data) return <LoadState failed={error !== null} onRetry={() => void refetch()} />
  return (
    <>
      <ul className={styles.list}>
        {data.list.map((row) => (
          <li key={row.id}>
            <Row row={row} onSettle={() => settle.ask(row)} />
          </li>
        ))}
      </ul>
      {settle.doing && (
        <SettleDialog key={settle.key} row={settle.doing} onClosed={settle.onClosed} />
      )}
    </>
  )
}

/** As everywhere else; in PayPal's own words if they name no time. */
const timeOf = (text: string | null, timezone: string) =>
  text === null || Number.isNaN(Date.parse(text)) ? text : formatInstant(text, timezone)

function Row({ row, onSettle }: { row: RowAside; onSettle: () => void }) {
  const { timezone } = useCurrentUser().company
  const { providerTransactionId, accountLabel, why, detail, told, raw, firstSeenAt, lastSeenAt } =
    row
  const facts = [
    [t('problem.row.amount'), [told.currency, told.amount]],
    [t('problem.row.fee'), [told.feeCurrency, told.fee]],
    [t('problem.row.status'), [told.status]],
    [t('problem.row.code'), [told.eventCode]],
    [t('problem.row.at'), [timeOf(told.occurredAt, timezone)]],
    [t('problem.row.detail'), [detail]],
  ] as const
  const id = providerTransactionId || t('problem.row.noId')
  return (
    <>
      <p className={styles.head}>
        <strong>
          <bdi dir="ltr">{id}</bdi>
        </strong>{' '}
        <StatusTag tone="red">{t(`problem.row.why.${why}`)}</StatusTag> <bdi>{accountLabel}</bdi>{' '}
        <span className={styles.since}>
          {t('problem.row.seen', {
            first: formatInstant(firstSeenAt, timezone),
            last: formatInstant(lastSeenAt, timezone),
          })}
        </span>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi dir="ltr">{words.filter(Boolean).join(' ') || '—'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{t('problem.row.raw')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
        <pre tabIndex={0} dir="ltr" className={styles.raw}>
          {raw}
        </pre>
      </details>
      <Button size="small" onClick={onSettle} aria-label={`${t('problem.row.settle')}: ${id}`}>
        {t('problem.row.settle')}
      </Button>
    </>
  )
}
