import type { Problem } from '@paydesk/contract/desk/problem'
import { canAccess, type Holder } from '@paydesk/contract/lib/access'
import { billPathOf, paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant, formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import styles from './ProblemPage.module.css'

/** Their details are part of the head or of the figures. */
const spoken: Problem['kind'][] = ['monthDiffers', 'currencyChanged']

/**
 * One problem: of which account or bill, since when, its figures, and the way to where
 * it is put right.
 */
export function Facts({ problem }: { problem: Problem }) {
  const user = useCurrentUser()
  const time = (at: string) => formatInstant(at, user.company.timezone)
  const link = linkOf(problem, user)
  const figures = figuresOf(problem, time)
  return (
    <>
      <p className={styles.head}>
        <strong>
          <bdi>
            {[
              problem.accountLabel,
              problem.billNumber,
              problem.kind === 'monthDiffers' && problem.detail,
            ]
              .filter(Boolean)
              .join(' · ')}
          </bdi>
        </strong>{' '}
        <span className={styles.since}>{t('problem.since', { time: time(problem.since) })}</span>
      </p>
      {figures && <p>{figures}</p>}
      {problem.detail && !spoken.includes(problem.kind) && (
        <p>
          <bdi dir="ltr" lang="en">
            {problem.detail}
          </bdi>
        </p>
      )}
      {link && <Link to={link.to}>{link.text}</Link>}
    </>
  )
}

function figuresOf(
  { kind, amountMinor, currency, asOf, detail }: Problem,
  time: (at: string) => string,
): string {
  const amount =
    amountMinor !== null &&
    currency !== null &&
    formatMoney({ amountMinor: Math.abs(amountMinor), currency }, locale)
  if (kind === 'booksDiffer' || kind === 'monthDiffers')
    return amount && asOf
      ? t(`problem.difference.${(amountMinor ?? 0) < 0 ? 'less' : 'more'}`, {
          amount,
          time: time(asOf),
        })
      : ''
  if (kind === 'readingStopped') return asOf ? t('problem.lastRead', { time: time(asOf) }) : ''
  if (kind === 'eventsSilent') return asOf ? t('problem.lastEvent', { time: time(asOf) }) : ''
  if (kind === 'refundUnknown') return amount ? t('problem.refundUnknown.amount', { amount }) : ''
  if (kind === 'currencyChanged')
    return amount ? t('problem.currencyChanged.amount', { amount, currency: detail }) : ''
  return amount || ''
}

function linkOf(
  { kind, billId, billNumber }: Problem,
  user: Holder,
): { to: string; text: string } | undefined {
  if (billId) {
    const to = billPathOf(user, billId)
    return to ? { to, text: t('problem.open.bill', { number: billNumber ?? '' }) } : undefined
  }
  const transactions = canAccess(user, 'ViewPaypalTransaction')
    ? { to: paths.transactionList(), text: t('problem.open.transactions') }
    : undefined
  if (kind === 'booksDiffer' || kind === 'monthDiffers') return transactions
  return canAccess(user, 'ViewPaypalAccount')
    ? { to: paths.paypalAccountList(), text: t('problem.open.accounts') }
    : transactions
}
