import { billApi, billTabs } from '@paydesk/contract/billing/bill'
import { countCap } from '@paydesk/contract/lib/page'
import { useApi } from '../../../lib/api/query.ts'
import { formatCount } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import styles from './BillListPage.module.css'
import type { BillList } from './useBillList.ts'

/**
 * Each tab shows how many bills it holds under the other filters. A status is finer than a tab, so
 * choosing one clears the other.
 */
export function useBillTabs(list: BillList) {
  const { tab = 'all', status: _, ...others } = filtersOf(list.query)
  const { data } = useApi(billApi.counts, { query: others })
  return {
    label: t('bill.tabs'),
    active: tab as string,
    items: billTabs.map((key) => ({
      key: key as string,
      label: (
        <>
          {t(`bill.tab.${key}`)}
          {data && <span className={styles.count}>{countText(data.counts[key])}</span>}
        </>
      ),
    })),
    onChange: (key: string) => {
      const chosen = billTabs.find((one) => one === key)
      list.setFilter({ tab: chosen === 'all' ? undefined : chosen, status: undefined })
    },
  }
}

/** Counting stops above the cap, and the plus says so. */
const countText = (count: number) =>
  count > countCap ? `${formatCount(countCap, locale)}+` : formatCount(count, locale)
