import { homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import { billListOf } from '@paydesk/contract/lib/paths'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { dateRange, dayIn, rangeNames } from '../../lib/dateRange.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Card } from './Card.tsx'
import { CurrencyCard } from './CurrencyCard.tsx'
import styles from './HomePage.module.css'
import { Reported } from './Reported.tsx'
import { Trend } from './Trend.tsx'

/** Collected, due and fees of the bills that this person may see. Range and currency are in the URL, so a shared link shows the same. */
export function Figures() {
  const user = useCurrentUser()
  return canAccess(user, homeApi.figures.permission) ? <AllowedFigures /> : null
}

function AllowedFigures() {
  const user = useCurrentUser()
  const { timezone } = user.company
  const [search, setSearch] = useSearchParams()
  const name = rangeNames.find((one) => one === search.get('range')) ?? 'month'
  const range = dateRange(name, dayIn(timezone, new Date()))
  const { data, error, refetch } = useApi(homeApi.figures, { query: range })
  const chosen = data?.currencies.find(({ currency }) => currency === search.get('currency')) ?? data?.currencies[0]
  const choose = (key: string, value: string) =>
    setSearch(
      (now) => {
        now.set(key, value)
        return now
      },
      { replace: true },
    )
  const bills = billListOf(user)
  return (
    <Card
      title={t('home.figures')}
      note={data && t('home.asOf', { time: formatInstant(data.asOf, timezone), timezone })}
      loading={!data && !error}
      {...(!data && error && { onRetry: refetch })}
    >
      <div className={styles.range}>
        <Segmented
          aria-label={t('home.range')}
          value={name}
          options={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={(value) => choose('range', value)}
        />
        <span className={styles.note}>
          <bdi dir="ltr">{range.from === range.to ? range.from : `${range.from} – ${range.to}`}</bdi>
        </span>
      </div>
      {data && data.reported.count > 0 && <Reported {...data.reported} {...(bills && { bills })} />}
      {data?.currencies.length === 0 && <p className={styles.empty}>{t('home.figures.none')}</p>}
      {data && chosen && (
        <>
          <ul className={styles.figures}>
            {data.currencies.map((figures) => (
              <li key={figures.currency}>
                <CurrencyCard
                  {...figures}
                  withheldMinor={data.withheld?.find(({ currency }) => currency === figures.currency)?.amountMinor ?? 0}
                  {...(bills && { bills })}
                  chosen={figures === chosen}
                  {...(data.currencies.length > 1 && { onChoose: () => choose('currency', figures.currency) })}
                />
              </li>
            ))}
          </ul>
          <Trend range={range} figures={chosen} />
        </>
      )}
    </Card>
  )
}
