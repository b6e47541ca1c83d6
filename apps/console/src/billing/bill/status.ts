import type { BillRow } from '@paydesk/contract/billing/bill'
import { t } from '../../lib/i18n.ts'
import { billTones } from '../../shared/bill/BillTags.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

type Tag = { tone: Tone; text: string }

export type Tagged = Pick<
  BillRow,
  'status' | 'overdue' | 'disputed' | 'viewed' | 'busy' | 'reportedAt' | 'dueMinor' | 'elsewhereMinor' | 'otherCurrency'
>

/** Overdue is derived (product §5) and gets a tag of its own beside the stored status. */
export const tagsOf = ({ status, overdue, disputed, viewed, busy, reportedAt, dueMinor, elsewhereMinor, otherCurrency }: Tagged): Tag[] => [
  { tone: billTones[status], text: t(`bill.status.${status}`) },
  ...(reportedAt ? [{ tone: 'blue' as const, text: t('bill.reported') }] : []),
  ...(elsewhereMinor > 0 ? [{ tone: 'green' as const, text: t(dueMinor > 0 ? 'bill.elsewhere.part' : 'bill.elsewhere') }] : []),
  ...(otherCurrency ? [{ tone: 'red' as const, text: t('bill.otherCurrency.tag', { currency: otherCurrency }) }] : []),
  ...(overdue ? [{ tone: 'amber' as const, text: t('bill.overdue') }] : []),
  ...(disputed ? [{ tone: 'red' as const, text: t('bill.disputed') }] : []),
  // "Viewed" is useful only while the customer is expected to do something.
  ...(viewed && status === 'sent' ? [{ tone: 'grey' as const, text: t('bill.viewed') }] : []),
  ...(busy && status !== 'sending' ? [{ tone: 'blue' as const, text: t('bill.busy') }] : []),
]
