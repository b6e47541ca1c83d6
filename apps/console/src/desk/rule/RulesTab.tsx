import { type Rule, ruleApi } from '@paydesk/contract/desk/rule'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { isFiltered } from '../../lib/listQuery.ts'
import sticky from '../../ui/stickyBar.module.css'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { ruleColumns } from './columns.tsx'
import type { Doing } from './doing.ts'
import styles from './Rule.module.css'
import { RuleDialogs } from './RuleDialogs.tsx'
import { RuleFilters } from './RuleFilters.tsx'
import { Templates } from './Templates.tsx'
import { useRuleList } from './useRuleList.ts'

/**
 * The search table of the spec's template, made real: the rules by which the company has work
 * done automatically.
 */
export default function RulesTab() {
  const list = useRuleList()
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const [selected, setSelected] = useState<Rule[]>([])
  const columns = useMemo(() => ruleColumns(ask), [ask])
  const { tab, ...query } = list.query
  const forget = (ids: string[]) =>
    setSelected((rules) => rules.filter(({ id }) => !ids.includes(id)))
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('setting.rules')}</h2>
        <Button type="primary" onClick={() => ask({ what: 'create' })}>
          {t('rule.create')}
        </Button>
      </div>
      <p className={styles.about}>{t('rule.about')}</p>
      <Templates onChoose={(template) => ask({ what: 'create', template })} />
      <div className={styles.table}>
        <ApiTable
          endpoint={ruleApi.list}
          // The name of the tab stands in the same URL but is no filter.
          list={{ ...list, query }}
          label={t('setting.rules')}
          columns={columns}
          phone={[['name', 'status'], ['template'], ['last']]}
          selection={{
            selectedRowKeys: selected.map(({ id }) => id),
            preserveSelectedRowKeys: true,
            onChange: (_, rules) => setSelected(rules),
            getCheckboxProps: ({ name }) => ({ 'aria-label': t('rule.select', { name }) }),
            getTitleCheckboxProps: () => ({ 'aria-label': t('rule.select.page') }),
          }}
          filters={<RuleFilters list={list} />}
          empty={
            isFiltered(query)
              ? {
                  title: t('rule.empty.filtered'),
                  description: t('rule.empty.filtered.description'),
                }
              : { title: t('rule.empty'), description: t('rule.empty.description') }
          }
        />
      </div>
      {selected.length > 0 && (
        <section className={sticky.bar} aria-label={t('rule.selection')}>
          <strong>{t('rule.selection.count', { count: selected.length })}</strong>
          <Button danger onClick={() => ask({ what: 'delete', rules: selected })}>
            {t('rule.selection.delete')}
          </Button>
          <Button onClick={() => setSelected([])}>{t('rule.selection.clear')}</Button>
        </section>
      )}
      <RuleDialogs key={key} doing={doing} onDeleted={forget} onClosed={onClosed} />
    </>
  )
}
