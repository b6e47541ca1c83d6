import { billApi, billTabs } from '@paydesk/contract/billing/bill'
import { countCap } from '@paydesk/contract/lib/page'
import type { ReactNode } from 'react'
import { useApi } from '../../../lib/api/query.ts'
import { formatCount } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import { TextTabs } from '../../../ui/TextTabs.tsx'
import type { ViewTabs } from '../../../ui/table/useViewTabs.tsx'
import styles from './BillListPage.module.css'
import type { BillList } from './useBillList.ts'

type Props = { list: BillList; label: string; views: ViewTabs; tools: ReactNode; children: ReactNode }

/**
 * Each tab shows how many bills it holds under the other filters. A status is finer than a tab, so choosing one clears the other. The
 * person's views stand beside the tabs.
 */
export function BillTabs({ list, label, views, tools, children }: Props) {
  const { tab = 'all', status: _, ...others } = filtersOf(list.query)
  const { data } = useApi(billApi.counts, { query: others })
  const ofStatus = billTabs.map((key) => ({
    key: key as string,
    label: (
      <>
        {t(`bill.tab.${key}`)}
        {data && <span className={styles.count}>{countText(data.counts[key])}</span>}
      </>
    ),
    content: children,
  }))
  const choose = (key: string) => {
    const chosen = billTabs.find((one) => one === key)
    if (chosen === undefined) views.choose(key)
    else list.setFilter({ tab: chosen === 'all' ? undefined : chosen, status: undefined })
  }
  return (
    <TextTabs
      dense
      label={label}
      active={views.active ?? tab}
      onChange={choose}
      tabs={[...ofStatus, ...views.tabs.map((one) => ({ ...one, content: children }))]}
      extra={tools}
    />
  )
}

/** Counting stops above the cap, and the plus says so. */
const countText = (count: number) => (count > countCap ? `${formatCount(countCap, locale)}+` : formatCount(count, locale))
