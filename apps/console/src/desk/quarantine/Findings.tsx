import {
  type Finding,
  findingKinds,
  findingStates,
  mostFindings,
  type Quarantine,
  quarantineApi,
} from '@paydesk/contract/desk/quarantine'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { anyId, isFiltered } from '../../lib/listQuery.ts'
import sticky from '../../ui/stickyBar.module.css'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { findingColumns } from './columns.tsx'
import { SettleDialog } from './SettleDialog.tsx'

const filters = { companyId: anyId, kind: findingKinds, state: findingStates }

/**
 * What was found, what nobody has confirmed yet first. People confirm what they have looked at; the
 * rest is there to read.
 */
export function Findings({ state: { on, accounts, counts } }: { state: Quarantine }) {
  const list = useListQuery(filters)
  const { company } = useCurrentUser()
  const [selected, setSelected] = useState<string[]>([])
  const settle = useDialog<string[]>()
  const columns = useMemo(() => findingColumns(company.id), [company.id])
  const companies = [
    ...new Map(accounts.map(({ companyId, companyName }) => [companyId, companyName])),
  ]
  const { companyId, kind, state } = list.query
  const counted = (of: Partial<Quarantine['counts'][number]>) =>
    counts
      .filter((one) => (!of.kind || one.kind === of.kind) && (!of.state || one.state === of.state))
      .reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <ApiTable
        endpoint={quarantineApi.findings}
        list={list}
        label={t('quarantine.findings')}
        columns={columns}
        phone={[['kind', 'state'], ['label', 'amount'], ['what'], ['account']]}
        {...(on && {
          selection: {
            selectedRowKeys: selected,
            preserveSelectedRowKeys: true,
            onChange: (keys: React.Key[]) => setSelected(keys.map(String).slice(0, mostFindings)),
            getCheckboxProps: (finding: Finding) => ({
              disabled: finding.state !== 'open',
              'aria-label': t('quarantine.select', { name: finding.label || finding.accountLabel }),
            }),
            getTitleCheckboxProps: () => ({ 'aria-label': t('quarantine.select.page') }),
          },
        })}
        filters={
          <>
            {companies.length > 1 && (
              <SelectFilter
                label={t('quarantine.company')}
                all={t('quarantine.company.all')}
                value={companyId}
                options={companies.map(([value, label]) => ({ value, label }))}
                onChange={(next) => list.setFilter({ companyId: next })}
                search
              />
            )}
            <SelectFilter
              label={t('quarantine.kind')}
              all={t('quarantine.kind.all')}
              value={kind}
              options={findingKinds
                .filter((value) => value === kind || counted({ kind: value }) > 0)
                .map((value) => ({
                  value,
                  label: `${t(`quarantine.kind.${value}`)} (${counted({ kind: value })})`,
                }))}
              onChange={(next) => list.setFilter({ kind: next })}
            />
            <SelectFilter
              label={t('quarantine.findingState')}
              all={t('quarantine.findingState.all')}
              value={state}
              options={findingStates.map((value) => ({
                value,
                label: `${t(`quarantine.findingState.${value}`)} (${counted({ state: value, ...(kind && { kind }) })})`,
              }))}
              onChange={(next) => list.setFilter({ state: next })}
            />
            {isFiltered(list.query) && (
              <Button onClick={list.clear}>{t('table.clearFilters')}</Button>
            )}
          </>
        }
        empty={
          isFiltered(list.query)
            ? {
                title: t('quarantine.none.filtered'),
                description: t('quarantine.none.filtered.description'),
              }
            : { title: t('quarantine.none'), description: t('quarantine.none.description') }
        }
      />
      {selected.length > 0 && (
        <section className={sticky.bar} aria-label={t('quarantine.selection')}>
          <strong>{t('quarantine.selection.count', { count: selected.length })}</strong>
          <Button type="primary" onClick={() => settle.ask(selected)}>
            {t('quarantine.settle')}
          </Button>
          <Button onClick={() => setSelected([])}>{t('quarantine.selection.clear')}</Button>
        </section>
      )}
      {settle.doing && (
        <SettleDialog
          key={settle.key}
          ids={settle.doing}
          onDone={() => setSelected([])}
          onClosed={settle.onClosed}
        />
      )}
    </>
  )
}
