import type { SearchReply } from '@paydesk/contract/desk/search'
import { billPathOf, paths } from '@paydesk/contract/lib/paths'
import type { CurrentUser } from '@paydesk/contract/people/login'
import { formatInstant, formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { BillTags } from '../../shared/bill/BillTags.tsx'
import type { Entry } from './entry.ts'

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** The records of the API's answer as entries of the palette. */
export function entriesOf(reply: SearchReply, user: CurrentUser): Entry[] {
  return [
    ...reply.bills.map(
      ({ id, number, customerName, title, status, overdue, ...money }): Entry => ({
        id: `bill ${id}`,
        group: 'bills',
        label: joined(number, customerName, title),
        show: (
          <>
            <bdi dir="ltr">{number}</bdi> <bdi>{joined(customerName, title)}</bdi>
          </>
        ),
        detail: (
          <>
            <bdi dir="ltr">
              {formatMoney({ amountMinor: money.totalMinor, currency: money.currency }, locale)}
            </bdi>{' '}
            <BillTags status={status} overdue={overdue} />
          </>
        ),
        to: billPathOf(user, id),
      }),
    ),
    ...reply.customers.map(
      ({ id, name, businessName, email }): Entry => ({
        id: `customer ${id}`,
        group: 'customers',
        label: joined(name, businessName),
        detail: <bdi dir="ltr">{email}</bdi>,
        to: paths.customer(id),
      }),
    ),
    ...reply.transactions.map(
      ({
        id,
        providerTransactionId,
        payerName,
        payerEmail,
        grossMinor,
        currency,
        occurredAt,
      }): Entry => ({
        id: `transaction ${id}`,
        group: 'transactions',
        label: joined(providerTransactionId, payerName || payerEmail),
        show: (
          <>
            <bdi dir="ltr">{providerTransactionId}</bdi> <bdi>{joined(payerName, payerEmail)}</bdi>
          </>
        ),
        detail: (
          <bdi dir="ltr">
            {formatMoney({ amountMinor: grossMinor, currency }, locale)} ·{' '}
            {formatInstant(occurredAt, user.company.timezone)}
          </bdi>
        ),
        to: paths.transaction(id),
      }),
    ),
    ...reply.disputes.map(
      ({ id, providerDisputeId, buyerName, billNumber, amountMinor, currency, state }): Entry => ({
        id: `dispute ${id}`,
        group: 'disputes',
        label: joined(providerDisputeId, buyerName, billNumber),
        detail: joined(
          amountMinor !== null &&
            currency !== null &&
            formatMoney({ amountMinor, currency }, locale),
          t(`search.dispute.${state}`),
        ),
        to: paths.dispute(id),
      }),
    ),
  ]
}
