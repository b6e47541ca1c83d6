import { type EventRow, eventApi, eventOutcomes } from '@paydesk/contract/intake/event'
import { Button, type TableProps } from 'antd'
import { useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { AccountFilter } from './AccountFilter.tsx'
import { EventDrawer } from './EventDrawer.tsx'
import { knownEventTypes } from './eventBody.ts'
import type { EventList } from './useEventList.ts'
import { eventTypeText, outcomeTones } from './wording.ts'

export function EventsTab({ list }: { list: EventList }) {
  const { doing: open, key, ask, onClosed } = useDialog<EventRow>()
  const columns = useMemo(() => eventColumns(ask), [ask])
  const { accountId, outcome, eventType, keyword } = list.query
  const isFiltered = Boolean(accountId || outcome || eventType || keyword)
  return (
    <>
      <ApiTable
        endpoint={eventApi.list}
        views="event"
        list={list}
        label={t('event.tab.events')}
        columns={columns}
        phone={[
          ['type', 'outcome'],
          ['bill', 'receivedAt'],
        ]}
        filters={
          <>
            <AccountFilter
              value={accountId}
              onChange={(next) => list.setFilter({ accountId: next })}
            />
            <SelectFilter
              label={t('event.outcome')}
              all={t('event.outcome.all')}
              value={outcome}
              options={eventOutcomes.map((value) => ({
                value,
                label: t(`event.outcome.${value}`),
              }))}
              onChange={(next) => list.setFilter({ outcome: next })}
            />
            <SelectFilter
              label={t('event.type')}
              all={t('event.type.all')}
              value={eventType}
              options={knownEventTypes.map((value) => ({ value, label: eventTypeText(value) }))}
              onChange={(next) => list.setFilter({ eventType: next })}
              search
            />
            <SearchFilter
              label={t('event.keyword')}
              placeholder={t('event.keyword.hint')}
              value={keyword}
              onChange={(next) => list.setFilter({ keyword: next })}
            />
            {isFiltered && <Button onClick={list.clear}>{t('table.clearFilters')}</Button>}
          </>
        }
        empty={
          isFiltered
            ? { title: t('event.none.filtered'), description: t('event.none.filtered.description') }
            : { title: t('event.none'), description: t('event.none.description') }
        }
      />
      {open && <EventDrawer key={key} event={open} onClosed={onClosed} />}
    </>
  )
}

const eventColumns = (
  onOpen: (event: EventRow) => void,
): NonNullable<TableProps<EventRow>['columns']> => [
  {
    key: 'receivedAt',
    title: t('event.receivedAt'),
    dataIndex: 'receivedAt',
    render: (at: string) => <Time at={at} />,
  },
  { key: 'type', title: t('event.type'), dataIndex: 'eventType', render: eventTypeText },
  {
    key: 'outcome',
    title: t('event.outcome'),
    dataIndex: 'outcome',
    render: (outcome: EventRow['outcome']) =>
      outcome === 'confirmed' ? (
        t('event.outcome.confirmed')
      ) : (
        <StatusTag tone={outcomeTones[outcome]}>{t(`event.outcome.${outcome}`)}</StatusTag>
      ),
  },
  {
    key: 'bill',
    title: t('event.bill'),
    render: (_, { billId, billNumber }) => <BillLink billId={billId} number={billNumber} />,
  },
  { key: 'account', title: t('event.account'), dataIndex: 'accountLabel' },
  {
    key: 'resource',
    title: t('event.resource'),
    dataIndex: 'resourceId',
    render: (id: string | null) => <bdi dir="ltr">{id ?? '—'}</bdi>,
  },
  {
    key: 'id',
    title: t('event.id'),
    dataIndex: 'id',
    render: (id: string) => <bdi dir="ltr">{id}</bdi>,
  },
  {
    title: t('table.actions'),
    fixed: 'end',
    render: (_, event) => (
      <LinkButton onClick={() => onOpen(event)} title={t('event.title', { id: event.id })}>
        {t('event.open')}
      </LinkButton>
    ),
  },
]
