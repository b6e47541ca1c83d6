import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Part, stateOf } from './Part.tsx'
import styles from './Proof.module.css'

/** So many month ends fit beside an account's name on a phone. */
const most = 6
const marks = { proven: '✓', differs: '✕', unasked: '·' } as const

/** Whether the books of each account were PayPal's balance at the ends of the last months. */
export function Proof() {
  return canAccess(useCurrentUser(), transactionApi.coverage.permission) ? <AllowedProof /> : null
}

function AllowedProof() {
  const mayList = canAccess(useCurrentUser(), transactionApi.list.permission)
  const read = useApi(transactionApi.coverage, {})
  const accounts = (read.data?.list ?? []).filter(({ months }) => months.length > 0)
  if (read.data && accounts.length === 0) return null
  const months = [
    ...new Set(accounts.flatMap((account) => account.months.map(({ month }) => month))),
  ]
    .sort()
    .slice(-most)
  const states = accounts
    .flatMap((account) => account.months)
    .filter(({ month }) => months.includes(month))
  const proven = states.filter(({ state }) => state === 'proven').length
  return (
    <Part
      title={t('home.proof')}
      note={read.data && t('home.proof.sum', { proven, all: states.length })}
      more={{ to: mayList ? paths.transactionList() : undefined, label: t('home.proof.go') }}
      {...stateOf(read)}
    >
      {accounts.length > 0 && (
        <table className={styles.proof} aria-label={t('home.proof')}>
          <thead>
            <tr>
              <th scope="col">{t('home.account')}</th>
              {months.map((month) => (
                <th key={month} scope="col">
                  <bdi dir="ltr">{month.slice(2)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountLine key={account.accountId} account={account} months={months} />
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

const AccountLine = ({
  account,
  months,
}: {
  account: AccountCoverage
  months: readonly string[]
}) => (
  <tr>
    <th scope="row">
      <bdi>{account.accountLabel}</bdi>
    </th>
    {months.map((month) => {
      const state = account.months.find((one) => one.month === month)?.state
      return (
        <td key={month}>
          {state && (
            <span className={`${styles.mark} ${styles[state]}`} title={t(`home.proof.${state}`)}>
              <span aria-hidden>{marks[state]}</span>
              <span className="visually-hidden">{t(`home.proof.${state}`)}</span>
            </span>
          )}
        </td>
      )
    })}
  </tr>
)
