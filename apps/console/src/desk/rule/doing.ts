import type { Rule, RuleTemplate } from '@paydesk/contract/desk/rule'

/** The action that someone is about to take on the page. */
export type Doing =
  | { what: 'create'; template?: RuleTemplate }
  | { what: 'edit' | 'enable' | 'disable' | 'runs'; rule: Rule }
  | { what: 'delete'; rules: Rule[] }
