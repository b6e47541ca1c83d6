import { api, faultsOf } from '../fault.ts'

const verdict = 'apps/api/src/intake/event/verdict.ts'
const store = 'apps/api/src/intake/event/store.ts'

const signature = 'packages/paypal/src/signature.ts'
const [_byRecord, byVerdict, byDoor, bySignature] = [
  api('intake/event/borneOut'),
  api('intake/event/verdict'),
  api('intake/event/store'),
  ['packages/paypal/src/signature.test.ts'],
]

export default faultsOf('event', [
  {
    id: 'event-absent-invoice',
    file: verdict,
    from: ': `PayPal shows no invoice ${claim.invoiceId}`',
    to: ': undefined',
    tests: byVerdict,
  },
  {
    id: 'event-todo',
    file: store,
    from: ' select company_id, account_id, event_id from stored\n',
    to: ' select company_id, account_id, event_id from stored where false\n',
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
