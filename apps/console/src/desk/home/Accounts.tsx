import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'

const tones: Record<PaypalAccount['state'], Tone> = {
  active: 'green',
  paused: 'grey',
  limited: 'red',
  disconnected: 'red',
  archived: 'grey',
}
const most = 20

/** How the PayPal accounts are, and how much of their limits is used. */
export function Accounts() {
  return canAccess(useCurrentUser(), paypalAccountApi.list.permission) ? <AllowedAccounts /> : null
}

function AllowedAccounts() {
  const read = useApi(paypalAccountApi.list, { query: { pageSize: most } })
  const accounts = read.data?.list ?? []
  if (read.data && accounts.length === 0) return null
  return (
    <Part
      title={t('home.accounts')}
      more={{ to: paths.paypalAccountList(), label: t('home.all') }}
      {...stateOf(read)}
    >
      <ul className={styles.lines}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link to={paths.paypalAccountList()} className={styles.line}>
              <span className={styles.grow}>
                <bdi>{account.label}</bdi>
                {limitsOf(account).map(({ name, used, limit, show }) => (
                  <span key={name} className={styles.limit}>
                    <span>{name}</span>
                    <bdi dir="ltr">
                      {show(used)} / {show(limit)}
                    </bdi>
                    <meter
                      min={0}
                      max={Math.max(limit, 1)}
                      high={limit * 0.8}
                      optimum={0}
                      value={used}
                      aria-label={name}
                    />
                  </span>
                ))}
              </span>
              <StatusTag tone={tones[account.state]}>
                {t(`home.account.${account.state}`)}
              </StatusTag>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type Limit = { name: string; used: number; limit: number; show: (value: number) => string }

/** The limits that are set; what is not limited cannot run out. */
function limitsOf({ limits, usage, dailyCount, todayCount }: PaypalAccount): Limit[] {
  const count = (value: number) => formatCount(value, locale)
  return [
    ...(dailyCount === null
      ? []
      : [{ name: t('home.limit.count'), used: todayCount, limit: dailyCount, show: count }]),
    ...limits.flatMap(({ currency, dailyMinor, monthlyMinor }) => {
      const used = usage.find((one) => one.currency === currency)
      const show = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
      return [
        ...(dailyMinor === null
          ? []
          : [
              {
                name: t('home.limit.day', { currency }),
                used: used?.todayMinor ?? 0,
                limit: dailyMinor,
                show,
              },
            ]),
        ...(monthlyMinor === null
          ? []
          : [
              {
                name: t('home.limit.month', { currency }),
                used: used?.monthMinor ?? 0,
                limit: monthlyMinor,
                show,
              },
            ]),
      ]
    }),
  ]
}
