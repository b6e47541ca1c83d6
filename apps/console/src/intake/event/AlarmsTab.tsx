import { type AlarmRow, alarmKinds, eventApi } from '@paydesk/contract/intake/event'
import { Alert, Button, type TableProps } from 'antd'
import { t } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { AccountFilter } from './AccountFilter.tsx'
import styles from './EventPage.module.css'
import type { EventList } from './useEventList.ts'
import { eventTypeText } from './wording.ts'

/** Deliveries that carried PayPal's signature and are not true, and what to do about them. */
export function AlarmsTab({ list }: { list: EventList }) {
  const { accountId, alarm, current, pageSize } = list.query
  const isFiltered = Boolean(accountId || alarm)
  return (
    <>
      <div className={styles.about}>
        <Alert
          type="info"
          showIcon
          title={t('alarm.about')}
          description={
            <>
              {t('alarm.about.means')}
              <ol className={styles.steps}>
                <li>{t('alarm.about.webhook')}</li>
                <li>{t('alarm.about.secret')}</li>
                <li>{t('alarm.about.ask')}</li>
                <li>{t('alarm.about.clock')}</li>
              </ol>
            </>
          }
        />
      </div>
      <ApiTable
        endpoint={eventApi.alarms}
        list={list}
        query={{
          current,
          pageSize,
          ...(accountId && { accountId }),
          ...(alarm && { kind: alarm }),
        }}
        label={t('event.tab.alarms')}
        columns={columns()}
        phone={[['kind', 'raisedAt'], ['type', 'account'], ['detail']]}
        filters={
          <>
            <AccountFilter
              value={accountId}
              onChange={(next) => list.setFilter({ accountId: next })}
            />
            <SelectFilter
              label={t('alarm.kind')}
              all={t('alarm.kind.all')}
              value={alarm}
              options={alarmKinds.map((value) => ({ value, label: t(`alarm.kind.${value}`) }))}
              onChange={(next) => list.setFilter({ alarm: next })}
            />
            {isFiltered && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
          </>
        }
        empty={
          isFiltered
            ? { title: t('alarm.none.filtered'), description: t('alarm.none.filtered.description') }
            : { title: t('alarm.none'), description: t('alarm.none.description') }
        }
      />
    </>
  )
}

const columns = (): NonNullable<TableProps<AlarmRow>['columns']> => [
  {
    key: 'raisedAt',
    title: t('alarm.raisedAt'),
    dataIndex: 'raisedAt',
    render: (at: string) => <Time at={at} />,
  },
  {
    key: 'kind',
    title: t('alarm.kind'),
    dataIndex: 'kind',
    render: (kind: AlarmRow['kind']) => <StatusTag tone="red">{t(`alarm.kind.${kind}`)}</StatusTag>,
  },
  { key: 'type', title: t('event.type'), dataIndex: 'eventType', render: eventTypeText },
  { key: 'account', title: t('event.account'), dataIndex: 'accountLabel' },
  {
    key: 'detail',
    title: t('alarm.detail'),
    dataIndex: 'detail',
    render: (detail: string) => <bdi lang="en">{detail || '—'}</bdi>,
  },
  { title: t('event.resource'), dataIndex: 'resourceId', render: idText },
  { title: t('event.id'), dataIndex: 'eventId', render: idText },
  { title: t('alarm.transmission'), dataIndex: 'transmissionId', render: idText },
]

const idText = (id: string | null) => <bdi dir="ltr">{id || '—'}</bdi>
