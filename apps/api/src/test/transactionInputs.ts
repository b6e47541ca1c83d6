import { make } from './make.ts'
import type { Inputs, Making } from './making.ts'
import { addTransactions } from './transactions.ts'

export const transactionRecords = {
  transaction: async ({ t, companyId, mark }: Making) => {
    const accountId = await make.paypalAccount(t, companyId, { label: `Account ${mark}` })
    return (await addTransactions(t, companyId, [{ accountId, gross: 1000, payerName: `Payer ${mark}` }]))[0] as string
  },
}

const byTransaction = async (making: Making) => ({ params: { id: await transactionRecords.transaction(making) } })

export const transactionInputs: Inputs = {
  'GET /api/paypalTransaction': () => ({}),
  'GET /api/paypalTransaction/totals': () => ({}),
  'GET /api/paypalTransaction/:id': byTransaction,
  'GET /api/reconciliation': () => ({}),
  'GET /api/reconciliation/:id/candidate': byTransaction,
}
