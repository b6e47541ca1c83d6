import type { Inputs } from './making.ts'
import { moneyRecords } from './moneyInputs.ts'

export const transactionInputs: Inputs = {
  'GET /api/paypalTransaction': () => ({}),
  'GET /api/paypalTransaction/totals': () => ({}),
  'GET /api/paypalTransaction/flow': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /api/reconciliation': () => ({}),
  'GET /api/reconciliation/open': () => ({}),
  'GET /api/reconciliation/:id/candidate': async (making) => ({
    params: { id: await moneyRecords.transaction(making) },
  }),
}
