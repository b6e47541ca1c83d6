import type { AccountCoverage } from '@paydesk/contract/transaction'
import { Alert, Button } from 'antd'
import { useCurrentUser } from '../lib/currentUser.ts'
import { formatInstant } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { LoadState } from '../ui/LoadState.tsx'
import record from '../ui/record.module.css'
import { StatusTag } from '../ui/StatusTag.tsx'
import { useFreshCoverage } from '../ui/useCoverage.ts'
import { useDialog } from '../ui/useDialog.ts'
import { gapsOf, segmentsOf } from './coverage.ts'
import { Proofs } from './Proofs.tsx'
import { ResyncDialog } from './ResyncDialog.tsx'
import styles from './Transaction.module.css'

const shownGaps = 3

/** How far each account's transactions are known, and whether the books agree with PayPal. */
export function Coverage() {
  const { accounts, error, refetch, mayResync } = useFreshCoverage()
  const { doing, key, ask, onClosed } = useDialog<AccountCoverage>()
  return (
    <section className={record.section} aria-labelledby="coverage">
      <h2 id="coverage" className={record.heading}>
        {t('money.coverage')}
      </h2>
      {!accounts && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {accounts?.length === 0 && <p className={record.hint}>{t('money.coverage.none')}</p>}
      {accounts?.map((account) => (
        <Account key={account.accountId} account={account} {...(mayResync && { onResync: () => ask(account) })} />
      ))}
      {doing && <ResyncDialog key={key} account={doing} onClosed={onClosed} />}
    </section>
  )
}

function Account({ account, onResync }: { account: AccountCoverage; onResync?: () => void }) {
  const { timezone } = useCurrentUser().company
  const { accountLabel, completeThrough, failure, failedAt, runs } = account
  const gaps = gapsOf(account)
  const again = runs.find(({ kind, state }) => kind === 'resync' && (state === 'running' || state === 'wanted'))
  const time = (at: string) => formatInstant(at, timezone)
  return (
    <article className={styles.account} aria-label={accountLabel}>
      <div className={styles.accountHead}>
        <strong>
          <bdi>{accountLabel}</bdi>
        </strong>
        <span>{completeThrough ? t('money.coverage.through', { time: time(completeThrough) }) : t('money.coverage.never')}</span>
        {again && <Again run={again} time={time} />}
        {onResync && (
          <Button size="small" onClick={onResync} aria-label={t('money.resync.of', { account: accountLabel })}>
            {t('money.resync')}
          </Button>
        )}
      </div>
      <Bar account={account} gaps={gaps.length} time={time} />
      {gaps.length > 0 && (
        <ul className={styles.gaps}>
          {gaps.slice(0, shownGaps).map(({ from, to }) => (
            <li key={from}>{t('money.coverage.gap', { from: time(from), to: time(to) })}</li>
          ))}
          {gaps.length > shownGaps && <li>{t('money.coverage.gaps.more', { count: gaps.length - shownGaps })}</li>}
        </ul>
      )}
      {failure && (
        <Alert
          type="warning"
          showIcon
          title={t('money.coverage.failed', { account: accountLabel, time: failedAt ? time(failedAt) : '–' })}
          description={
            <>
              <bdi dir="ltr">{failure}</bdi>
              <br />
              {t('money.coverage.failed.do')}
            </>
          }
        />
      )}
      <Proofs proofs={account.proofs} />
    </article>
  )
}

/** What someone asked to be read again, and how far that is. */
function Again({ run: { state, readTo }, time }: { run: AccountCoverage['runs'][number]; time: (at: string) => string }) {
  const text = t(state === 'running' || readTo ? 'money.coverage.running' : 'money.coverage.wanted')
  return <StatusTag tone="blue">{readTo ? `${text} · ${t('money.coverage.readTo', { time: time(readTo) })}` : text}</StatusTag>
}

function Bar({ account, gaps, time }: { account: AccountCoverage; gaps: number; time: (at: string) => string }) {
  const { covered, beginsAt, completeThrough, accountLabel } = account
  const from = beginsAt ?? covered[0]?.from
  if (!from) return null
  const label = t('money.coverage.bar', {
    account: accountLabel,
    from: time(from),
    to: completeThrough ? time(completeThrough) : '–',
    gaps,
  })
  return (
    <svg className={styles.bar} viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className={styles.barEmpty} width="1000" height="8" />
      {segmentsOf(account, Date.now()).map(({ x, width }) => (
        <rect key={x} className={styles.barDone} x={x} width={width} height="8" />
      ))}
    </svg>
  )
}
