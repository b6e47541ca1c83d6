import { ruleStatuses, ruleTemplates } from '@paydesk/contract/desk/rule'
import { t } from '../../lib/i18n.ts'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import type { RuleList } from './useRuleList.ts'

export const RuleFilters = ({ list }: { list: RuleList }) => (
  <>
    <SearchFilter
      label={t('rule.search')}
      placeholder={t('rule.search.hint')}
      value={list.query.name}
      onChange={(name) => list.setFilter({ name })}
    />
    <SelectFilter
      label={t('rule.template')}
      all={t('rule.template.all')}
      value={list.query.template}
      options={ruleTemplates.map((value) => ({ value, label: t(`rule.template.${value}`) }))}
      onChange={(template) => list.setFilter({ template })}
    />
    <SelectFilter
      label={t('rule.status')}
      all={t('rule.status.all')}
      value={list.query.status}
      options={ruleStatuses.map((value) => ({ value, label: t(`rule.status.${value}`) }))}
      onChange={(status) => list.setFilter({ status })}
    />
  </>
)
