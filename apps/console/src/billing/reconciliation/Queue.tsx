import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { Pagination } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { kindText } from '../../shared/transaction/transactionWords.ts'
import { Money } from '../../ui/Money.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { AllExplained } from './AllExplained.tsx'
import { clockOf } from './clock.ts'
import { QueueFilters } from './QueueFilters.tsx'
import styles from './Reconciliation.module.css'
import type { QueueState } from './useQueue.ts'

/** `onChosen` brings the bench into view: on a phone it lies below the queue. */
export function Queue({ queue, onChosen }: { queue: QueueState; onChosen: () => void }) {
  const { page, error, refetch, id, select, list, isFiltered } = queue
  const now = useMinute()
  const choose = (next: string) => {
    select(next)
    onChosen()
  }
  /** The arrow keys walk through the queue, and the focus goes with the choice. */
  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]
    event.preventDefault()
    next?.focus()
    next?.click()
  }
  return (
    <section className={styles.card} aria-label={t('money.queue')}>
      <QueueFilters queue={queue} />
      {!page && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {page?.list.length === 0 && <AllExplained isFiltered={isFiltered} onClear={list.clear} />}
      {page && page.list.length > 0 && (
        <>
          <p className={styles.hint}>{t('money.queue.hint')}</p>
          <ul className={styles.queue} onKeyDown={walk}>
            {page.list.map((row) => (
              <Entry key={row.id} row={row} chosen={row.id === id} now={now} onSelect={() => choose(row.id)} />
            ))}
          </ul>
          <Pagination
            size="small"
            current={list.query.current}
            pageSize={list.query.pageSize}
            total={page.total}
            showSizeChanger={false}
            showTotal={(total) => (
              <bdi>{t('money.queue.total', { total: formatCount(total, locale) + (page.totalIsExact ? '' : '+') })}</bdi>
            )}
            onChange={list.setPage}
          />
        </>
      )}
    </section>
  )
}

function Entry({ row, chosen, now, onSelect }: { row: ExceptionRow; chosen: boolean; now: number; onSelect: () => void }) {
  const { tone, text } = clockOf(row.dueAt, now)
  return (
    <li>
      <button type="button" className={`${styles.entry} ${chosen ? styles.chosen : ''}`} aria-current={chosen} onClick={onSelect}>
        <span className={styles.entryTop}>
          <strong>
            <Money amountMinor={row.grossMinor} currency={row.currency} />
          </strong>
          <StatusTag tone={tone}>{text}</StatusTag>
        </span>
        <span className={styles.entryLine}>
          <bdi>{row.payerName || row.payerEmail || kindText(row)}</bdi>
          <bdi className={styles.second}>{row.assigneeName ?? t('money.queue.nobody')}</bdi>
        </span>
        <span className={styles.second}>
          <Time at={row.occurredAt} /> · {kindText(row)} · <bdi>{row.accountLabel}</bdi>
        </span>
      </button>
    </li>
  )
}

/** The current time, renewed every minute while the page is open. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
