import type { Word } from '../lib/errors.ts'
import { terms } from '../lib/terms.ts'
import type { AccountState } from './paypalAccountState.ts'

/** The names of an account's states, on its card, in refusals and in the audit log. */
export const accountStateWords: Record<AccountState, Word> = {
  active: { zh: '使用中', en: 'In use' },
  paused: { zh: '已暂停', en: 'Paused' },
  limited: { zh: '受 PayPal 限制', en: 'Limited by PayPal' },
  disconnected: terms.disconnected,
  archived: { zh: '已归档', en: 'Archived' },
}
