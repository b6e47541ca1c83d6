import { canAccess } from '@paydesk/contract/lib/access'
import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './ProblemPage.module.css'

/**
 * When each account was last read and compared: a page without problems is worth only as much
 * as its last look.
 */
export function Checked() {
  return canAccess(useCurrentUser(), transactionApi.coverage.permission) ? <AllowedChecked /> : null
}

function AllowedChecked() {
  const { timezone } = useCurrentUser().company
  const { data } = useApi(transactionApi.coverage, {})
  if (!data || data.list.length === 0) return null
  const time = (at: string) => formatInstant(at, timezone)
  return (
    <Section title={t('problem.checked')}>
      <Facts>
        {data.list.map((account) => (
          <Fact key={account.accountId} label={account.accountLabel}>
            <span className={styles.checks}>
              <span>
                {account.completeThrough
                  ? t('problem.checked.read', { time: time(account.completeThrough) })
                  : t('problem.checked.unread')}
              </span>
              <span>{compared(account, time)}</span>
            </span>
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

function compared({ proofs }: AccountCoverage, time: (at: string) => string) {
  const last = proofs.map(({ checkedAt }) => checkedAt).sort()[0]
  if (!last) return t('problem.checked.uncompared')
  const count = proofs.filter(({ differenceMinor }) => differenceMinor !== 0).length
  return count === 0
    ? t('problem.checked.agrees', { time: time(last) })
    : t('problem.checked.differs', { time: time(last), count })
}
