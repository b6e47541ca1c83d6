import { ruleStatuses, ruleTemplates } from '@paydesk/contract/desk/rule'
import { anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

/** The name of the tab stands in the same URL and must stay in it. */
const filters = {
  tab: ['rules'] as const,
  name: anyText,
  status: ruleStatuses,
  template: ruleTemplates,
}

export function useRuleList() {
  const list = useListQuery(filters)
  return {
    ...list,
    clear: () => list.setFilter({ name: undefined, status: undefined, template: undefined }),
  }
}
export type RuleList = ReturnType<typeof useRuleList>
