import { type CurrencyFigures, homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import { billListOf } from '@paydesk/contract/lib/paths'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { dateRange, dayIn, rangeNames } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { comparedWith } from './compare.ts'
import styles from './Figures.module.css'
import { Flow } from './Flow.tsx'
import { Headline } from './Headline.tsx'
import { Part, stateOf } from './Part.tsx'
import { Reported } from './Reported.tsx'
import { Trend } from './Trend.tsx'

/**
 * Collected, due and fees of the bills that this person may see. Range and currency are in the URL,
 * so a shared link shows the same.
 */
export function Figures() {
  const user = useCurrentUser()
  return canAccess(user, homeApi.figures.permission) ? <AllowedFigures /> : null
}

function AllowedFigures() {
  const user = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const name = rangeNames.find((one) => one === search.get('range')) ?? 'month'
  const today = dayIn(user.company.timezone, new Date())
  const range = dateRange(name, today)
  const read = useApi(homeApi.figures, { query: range })
  const before = useApi(homeApi.figures, { query: comparedWith(name, today) }).data
  const { data } = read
  const chosen =
    data?.currencies.find(({ currency }) => currency === search.get('currency')) ??
    data?.currencies[0]
  const choose = (key: string, value: string) =>
    setSearch(
      (now) => {
        now.set(key, value)
        return now
      },
      { replace: true },
    )
  const bills = billListOf(user)
  const of = <R extends { currency: string }>(list: readonly R[] | null | undefined) =>
    list?.find(({ currency }) => currency === chosen?.currency)
  return (
    <Part
      title={t('home.figures')}
      note={
        <bdi dir="ltr">{range.from === range.to ? range.from : `${range.from} – ${range.to}`}</bdi>
      }
      {...stateOf(read)}
    >
      <div className={styles.range}>
        <Segmented
          aria-label={t('home.range')}
          value={name}
          options={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={(value) => choose('range', value)}
        />
      </div>
      {data && data.reported.count > 0 && <Reported {...data.reported} {...(bills && { bills })} />}
      {data?.currencies.length === 0 && <p className={styles.empty}>{t('home.figures.none')}</p>}
      {data && chosen && (
        <>
          {data.currencies.length > 1 && (
            <Currencies
              list={data.currencies}
              chosen={chosen}
              onChoose={(currency) => choose('currency', currency)}
            />
          )}
          <Headline
            figures={chosen}
            before={
              before && {
                words: t(`home.before.${name}`),
                collectedMinor: of(before.currencies)?.collectedMinor ?? 0,
              }
            }
            withheldMinor={of(data.withheld)?.amountMinor ?? 0}
            bills={bills}
          />
          <Trend range={range} figures={chosen} />
          <Flow range={range} currency={chosen.currency} />
        </>
      )}
    </Part>
  )
}

type CurrenciesProps = {
  list: readonly CurrencyFigures[]
  chosen: CurrencyFigures
  onChoose: (currency: string) => void
}

/**
 * Every currency with what it collected; one of them is shown below. Amounts of different
 * currencies are never added.
 */
const Currencies = ({ list, chosen, onChoose }: CurrenciesProps) => (
  <fieldset className={styles.currencies}>
    <legend className="visually-hidden">{t('home.currencies')}</legend>
    {list.map((one) => (
      <button
        key={one.currency}
        type="button"
        className={styles.currency}
        aria-pressed={one === chosen}
        onClick={() => onChoose(one.currency)}
      >
        <span className={styles.code}>{one.currency}</span>
        <Money amountMinor={one.collectedMinor} currency={one.currency} />
      </button>
    ))}
  </fieldset>
)
