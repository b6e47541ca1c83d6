import { type Company, companyApi, companyStatuses } from '@paydesk/contract/people/company'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { anyText, isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { CompanyDrawer } from './CompanyDrawer.tsx'
import { companyColumns } from './columns.tsx'
import { StatusDialog } from './StatusDialog.tsx'

const filters = { name: anyText, status: companyStatuses }
type Doing = { edit: Company | undefined } | { setStatus: Company }

export default function CompanyListPage({ name }: { name: RouteName }) {
  const list = useListQuery(filters)
  const user = useCurrentUser()
  const queries = useQueryClient()
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const columns = useMemo(
    () =>
      companyColumns(user, {
        onEdit: (edit) => ask({ edit }),
        onSetStatus: (setStatus) => ask({ setStatus }),
      }),
    [user, ask],
  )
  const create = () => ask({ edit: undefined })
  useKeys({ n: create })
  const changed = () => void queries.invalidateQueries({ queryKey: ['GET', companyApi.list.path] })
  return (
    <Page
      name={name}
      extra={
        <Button type="primary" onClick={create}>
          {t('company.create')}
        </Button>
      }
    >
      <ApiTable
        endpoint={companyApi.list}
        views="company"
        list={list}
        label={t(`menu.${name}`)}
        columns={columns}
        phone={[
          ['name', 'status'],
          ['code', 'country'],
        ]}
        filters={
          <>
            <SearchFilter
              label={t('company.name')}
              value={list.query.name}
              onChange={(next) => list.setFilter({ name: next })}
            />
            <SelectFilter
              label={t('company.status')}
              all={t('company.status.all')}
              value={list.query.status}
              options={companyStatuses.map((value) => ({
                value,
                label: t(`company.status.${value}`),
              }))}
              onChange={(status) => list.setFilter({ status })}
            />
          </>
        }
        empty={
          isFiltered(list.query)
            ? {
                title: t('company.empty.filtered'),
                description: t('company.empty.filtered.description'),
              }
            : { title: t('company.empty'), description: t('company.empty.description') }
        }
      />
      {doing && 'edit' in doing && (
        <CompanyDrawer key={key} company={doing.edit} onChanged={changed} onClosed={onClosed} />
      )}
      {doing && 'setStatus' in doing && (
        <StatusDialog key={key} company={doing.setStatus} onChanged={changed} onClosed={onClosed} />
      )}
    </Page>
  )
}
