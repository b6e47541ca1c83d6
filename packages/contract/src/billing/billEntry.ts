import { z } from 'zod'
import { Instant } from '../lib/page.ts'

/**
 * Who did it: a user, PayPal (seen in an event or by a look), or Paydesk without anyone's request.
 */
export const entrySources = ['person', 'paypal', 'system'] as const
export const entryKinds = [
  'create',
  'edit',
  'send',
  'remind',
  'cancel',
  'recordPayment',
  'writeOff',
  'reassign',
  'note',
  'resync',
  'duplicate',
  'import',
  'operationDone',
  'operationRefused',
  'operationUnknown',
  'statusChanged',
  'paymentReceived',
  'refundMade',
  'refundAsked',
  'refundApproved',
  'refundRejected',
  'refundWithdrawn',
  'refundFailed',
  'settleAsked',
  'settleApproved',
  'settleRejected',
  'settleWithdrawn',
  'settleContradicted',
  'currencyChanged',
  'currencyBack',
  'paymentReversed',
  'disputeOpened',
  'disputeChanged',
  'viewed',
  'matched',
  'unmatched',
] as const
export type EntryKind = (typeof entryKinds)[number]
export const BillEntry = z.object({
  id: z.uuid(),
  at: Instant,
  source: z.enum(entrySources),
  kind: z.enum(entryKinds),
  actorName: z.string(),
  /**
   * Its shape depends on the kind: {operation}, {from, to}, {amountMinor, currency}, {text}, {code,
   * detail}, {event}.
   */
  data: z.record(z.string(), z.unknown()),
})
export type BillEntry = z.infer<typeof BillEntry>
