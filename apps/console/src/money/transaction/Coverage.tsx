import { statementApi } from '@paydesk/contract/billing/statement'
import { rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { AccountCoverage } from '@paydesk/contract/money/transaction'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { anyId } from '../../lib/listQuery.ts'
import { StatementDialog } from '../../shared/statement/StatementDialog.tsx'
import { useFreshCoverage } from '../../shared/transaction/useCoverage.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import record from '../../ui/page/record.module.css'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { gapsOf, segmentsOf } from './coverage.ts'
import { Months } from './Months.tsx'
import { Proofs } from './Proofs.tsx'
import { ResyncDialog } from './ResyncDialog.tsx'
import styles from './Transaction.module.css'

const shownGaps = 3
/** A link in an e-mail can ask for an account's statement of a month. */
const filters = { statement: anyId, month: /^20\d\d-(0[1-9]|1[0-2])$/ }
type StatementRequest = Pick<AccountCoverage, 'accountId' | 'accountLabel'> & {
  month: string | undefined
}

/** Shows how far each account's transactions are known, and whether the books agree with PayPal. */
export function Coverage() {
  const { accounts, error, refetch, mayResync } = useFreshCoverage()
  const resync = useDialog<AccountCoverage>()
  const statement = useDialog<StatementRequest>()
  const maySeeStatement = canAccess(useCurrentUser(), statementApi.account.permission)
  const { query } = useListQuery(filters)
  const linked = maySeeStatement
    ? accounts?.find(({ accountId }) => accountId === query.statement)
    : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the account has been read
  useEffect(() => {
    if (linked) statement.ask({ ...linked, month: query.month })
  }, [linked?.accountId])
  return (
    <section className={record.section} aria-labelledby="coverage">
      <h2 id="coverage" className={record.heading}>
        {t('money.coverage')}
      </h2>
      {!accounts && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {accounts?.length === 0 && <p className={record.hint}>{t('money.coverage.none')}</p>}
      {accounts?.map((account) => (
        <Account
          key={account.accountId}
          account={account}
          {...(mayResync && { onResync: () => resync.ask(account) })}
          {...(maySeeStatement && {
            onStatement: () => statement.ask({ ...account, month: undefined }),
          })}
        />
      ))}
      {resync.doing && (
        <ResyncDialog key={resync.key} account={resync.doing} onClosed={resync.onClosed} />
      )}
      {statement.doing && (
        <StatementDialog
          key={statement.key}
          endpoint={statementApi.account}
          subject={{ id: statement.doing.accountId, name: statement.doing.accountLabel }}
          month={statement.doing.month}
          onClosed={statement.onClosed}
        />
      )}
    </section>
  )
}

type AccountProps = { account: AccountCoverage; onResync?: () => void; onStatement?: () => void }

/**
 * Also offers an account's statement, because finance need not have access to the
 * accounts' own page.
 */
function Account({ account, onResync, onStatement }: AccountProps) {
  const { timezone } = useCurrentUser().company
  const { accountLabel, completeThrough, failure, failedAt, runs } = account
  const gaps = gapsOf(account)
  const again = runs.find(
    ({ kind, state }) => kind === 'resync' && (state === 'running' || state === 'wanted'),
  )
  const time = (at: string) => formatInstant(at, timezone)
  return (
    <article className={styles.account} aria-label={accountLabel}>
      <div className={styles.accountHead}>
        <strong>
          <bdi>{accountLabel}</bdi>
        </strong>
        <span>
          {completeThrough
            ? t('money.coverage.through', { time: time(completeThrough) })
            : t('money.coverage.never')}
        </span>
        {again && <ResyncTag run={again} time={time} />}
        <span className={styles.accountButtons}>
          {onResync && (
            <Button
              size="small"
              onClick={onResync}
              aria-label={t('money.resync.of', { account: accountLabel })}
            >
              {t('money.resync')}
            </Button>
          )}
          {onStatement && (
            <Button
              size="small"
              onClick={onStatement}
              aria-label={`${t('statement')}: ${accountLabel}`}
            >
              {t('statement')}
            </Button>
          )}
        </span>
      </div>
      <Bar account={account} gaps={gaps.length} time={time} />
      {gaps.length > 0 && (
        <ul className={styles.gaps}>
          {gaps.slice(0, shownGaps).map(({ from, to }) => (
            <li key={from}>{t('money.coverage.gap', { from: time(from), to: time(to) })}</li>
          ))}
          {gaps.length > shownGaps && (
            <li>{t('money.coverage.gaps.more', { count: gaps.length - shownGaps })}</li>
          )}
        </ul>
      )}
      {failure && (
        <Alert
          type="warning"
          showIcon
          title={t('money.coverage.failed', {
            account: accountLabel,
            time: failedAt ? time(failedAt) : '—',
          })}
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
      <Months months={account.months} />
      {account.setAside > 0 && <SetAside count={account.setAside} />}
    </article>
  )
}

/** Says beside the proof what may explain a difference. */
function SetAside({ count }: { count: number }) {
  const maySee = canAccess(useCurrentUser(), rowAsideApi.list.permission)
  return (
    <p className={record.hint}>
      {t('money.proof.setAside', { count })}{' '}
      {maySee && <Link to={paths.problemList()}>{t('money.proof.setAside.open')}</Link>}
    </p>
  )
}

/** A part that someone asked to read again, and how far the reading is. */
function ResyncTag({
  run: { state, readTo },
  time,
}: {
  run: AccountCoverage['runs'][number]
  time: (at: string) => string
}) {
  const text = t(state === 'running' || readTo ? 'money.coverage.running' : 'money.coverage.wanted')
  return (
    <StatusTag tone="blue">
      {readTo ? `${text} · ${t('money.coverage.readTo', { time: time(readTo) })}` : text}
    </StatusTag>
  )
}

function Bar({
  account,
  gaps,
  time,
}: {
  account: AccountCoverage
  gaps: number
  time: (at: string) => string
}) {
  const { covered, beginsAt, completeThrough, accountLabel } = account
  const from = beginsAt ?? covered[0]?.from
  if (!from) return null
  const label = t('money.coverage.bar', {
    account: accountLabel,
    from: time(from),
    to: completeThrough ? time(completeThrough) : '—',
    gaps,
  })
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 1000 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect className={styles.barEmpty} width="1000" height="8" />
      {segmentsOf(account, Date.now()).map(({ x, width }) => (
        <rect key={x} className={styles.barDone} x={x} width={width} height="8" />
      ))}
    </svg>
  )
}
