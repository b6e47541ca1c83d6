import type { ToldRow } from '../money/transaction/transaction.ts'
import { unique } from './input/making.ts'

/** A settled payment of 100 dollars as PayPal would tell it, with the given values changed. */
export const toldRow = (accountId: string, values: Partial<ToldRow> = {}): ToldRow => {
  const occurredAt = values.occurredAt ?? '2026-06-01T08:00:00.000Z'
  return {
    accountId,
    providerTransactionId: unique().toUpperCase(),
    eventCode: 'T0000',
    status: 'S',
    pendingReason: '',
    currency: 'USD',
    grossMinor: 10_000,
    feeMinor: -398,
    endingBalanceMinor: null,
    invoiceId: '',
    customField: '',
    paypalInvoiceId: '',
    payerId: '',
    payerEmail: '',
    payerName: '',
    payerCountry: '',
    referenceId: '',
    referenceType: '',
    subject: '',
    note: '',
    providerUpdatedAt: occurredAt,
    raw: { transaction_info: {} },
    ...values,
    occurredAt,
  }
}
