import { api, faultsOf } from '../fault.ts'

const borneOut = 'apps/api/src/intake/event/borneOut.ts'
const verdict = 'apps/api/src/intake/event/verdict.ts'
const store = 'apps/api/src/intake/event/store.ts'
const known = 'apps/api/src/intake/event/known.ts'
const signature = 'packages/paypal/src/signature.ts'
const [byRecord, byVerdict, byDoor, bySignature] = [
  api('intake/event/borneOut'),
  api('intake/event/verdict'),
  api('intake/event/store'),
  ['packages/paypal/src/signature.test.ts'],
]

export default faultsOf('event', [
  {
    id: 'event-missing-sum',
    file: borneOut,
    from: 'if (missing.length > 0)\n',
    to: 'if (missing.length > 1)\n',
    tests: byRecord,
  },
  {
    id: 'event-missing-refund',
    file: borneOut,
    from: ', ...claim.refunded.filter(isMissingIn(refunded))]',
    to: ']',
    tests: byRecord,
  },
  {
    id: 'event-paid-without',
    file: borneOut,
    from: 'claim.paid.length === 0 && (invoice.payments?.transactions ?? []).length === 0)',
    to: 'false)',
    tests: byRecord,
  },

  {
    id: 'event-absent-invoice',
    file: verdict,
    from: ': `PayPal shows no invoice ${claim.invoiceId}`',
    to: ': undefined',
    tests: byVerdict,
  },

  {
    id: 'event-transmission',
    file: known,
    from: "transmissionId !== '' && transmissionId === delivery.transmissionId",
    to: "transmissionId === 'x'",
    tests: byDoor,
  },
  {
    id: 'event-todo',
    file: store,
    from: ' select company_id, account_id, event_id from stored\n',
    to: ' select company_id, account_id, event_id from stored where false\n',
    tests: byDoor,
  },
  {
    id: 'event-new-twice',
    file: store,
    from: "fresh.delete(`${order(one)} ${one.transmissionId}`) ? 'new' : 'known'",
    to: "fresh.has(`${order(one)} ${one.transmissionId}`) ? 'new' : 'known'",
    tests: byDoor,
  },

  {
    id: 'event-crc',
    file: signature,
    from: '|${webhookId}|${crc32(body)}`',
    to: '|${webhookId}|`',
    tests: bySignature,
  },
  {
    id: 'event-webhook',
    file: signature,
    from: '${transmission.transmissionTime}|${webhookId}|',
    to: '${transmission.transmissionTime}||',
    tests: bySignature,
  },
])
