import { billApi, billTabs } from '@paydesk/contract/billing/bill'
import { countCap } from '@paydesk/contract/lib/page'
import type { ReactNode } from 'react'
import { useApi } from '../../../lib/api/query.ts'
import { formatCount } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { filtersOf } from '../../../lib/listQuery.ts'
import { TextTabs } from '../../../ui/TextTabs.tsx'
import styles from './BillListPage.module.css'
import type { BillList } from './useBillList.ts'

/** Each tab shows how many bills it holds under the other filters. A status is finer than a tab, so choosing one clears the other. */
export function BillTabs({ list, label, children }: { list: BillList; label: string; children: ReactNode }) {
  const { tab: active = 'all', status: _, ...others } = filtersOf(list.query)
  const { data } = useApi(billApi.counts, { query: others })
  return (
    <TextTabs
      label={label}
      active={active}
      onChange={(tab) => list.setFilter({ tab: tab === 'all' ? undefined : tab, status: undefined })}
      tabs={billTabs.map((key) => ({
        key,
        label: (
          <>
            {t(`bill.tab.${key}`)}
            {data && <span className={styles.count}>{countText(data.counts[key])}</span>}
          </>
        ),
        content: children,
      }))}
    />
  )
}

/** Counting stops above the cap, and the plus says so. */
const countText = (count: number) => (count > countCap ? `${formatCount(countCap, locale)}+` : formatCount(count, locale))
