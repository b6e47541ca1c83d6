import type { Rule } from '@paydesk/contract/desk/rule'

/** What someone is about to do on the page. */
export type Doing = { what: 'create' } | { what: 'edit' | 'enable' | 'disable' | 'runs'; rule: Rule } | { what: 'delete'; rules: Rule[] }
