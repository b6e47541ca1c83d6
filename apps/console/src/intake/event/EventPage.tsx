import { Tabs } from 'antd'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { AlarmsTab } from './AlarmsTab.tsx'
import { EventsTab } from './EventsTab.tsx'
import { OperationsTab } from './OperationsTab.tsx'
import { noFilters, useEventList } from './useEventList.ts'

export default function EventPage({ name }: { name: RouteName }) {
  const list = useEventList()
  return (
    <Page name={name}>
      <Tabs
        activeKey={list.tab}
        destroyOnHidden
        onChange={(key) =>
          list.setFilter({
            ...noFilters,
            accountId: list.query.accountId,
            tab: key === 'operations' || key === 'alarms' ? key : undefined,
          })
        }
        items={[
          { key: 'events', label: t('event.tab.events'), children: <EventsTab list={list} /> },
          {
            key: 'operations',
            label: t('event.tab.operations'),
            children: <OperationsTab list={list} />,
          },
          { key: 'alarms', label: t('event.tab.alarms'), children: <AlarmsTab list={list} /> },
        ]}
      />
    </Page>
  )
}
