import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { Money } from '../../ui/Money.tsx'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import record from '../../ui/page/record.module.css'
import { Time } from '../../ui/Time.tsx'

export function PayerFacts({ transaction }: { transaction: Transaction }) {
  const user = useCurrentUser()
  const { payerName, payerEmail, payerCountry, payerId, customer } = transaction
  if (!payerName && !payerEmail && !payerId)
    return <p className={record.hint}>{t('money.payer.none')}</p>
  return (
    <Facts>
      <Fact label={t('money.payer.name')}>{payerName}</Fact>
      <Fact label={t('money.payer.email')}>{payerEmail}</Fact>
      <Fact label={t('money.payer.customer')}>
        {customer ? (
          canAccess(user, 'ViewCustomer') ? (
            <Link to={paths.customer(customer.id)}>{customer.name}</Link>
          ) : (
            customer.name
          )
        ) : (
          payerEmail && <span className={record.missing}>{t('money.payer.customer.none')}</span>
        )}
      </Fact>
      <Fact label={t('money.payer.country')}>{payerCountry && countryName(payerCountry)}</Fact>
      <Fact label={t('money.payer.id')}>{payerId}</Fact>
    </Facts>
  )
}

export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { currency, endingBalanceMinor, firstSeenVia, syncedAt } = transaction
  return (
    <Facts>
      <Fact label={t('money.fact.id')}>{transaction.providerTransactionId}</Fact>
      <Fact label={t('money.fact.invoiceId')}>{transaction.invoiceId}</Fact>
      <Fact label={t('money.fact.paypalInvoiceId')}>{transaction.paypalInvoiceId}</Fact>
      <Fact label={t('money.fact.referenceId')}>{transaction.referenceId}</Fact>
      <Fact label={t('money.fact.customField')}>{transaction.customField}</Fact>
      <Fact label={t('money.fact.subject')}>{transaction.subject}</Fact>
      <Fact label={t('money.fact.note')}>{transaction.note}</Fact>
      <Fact label={t('money.fact.endingBalance')}>
        {endingBalanceMinor !== null && (
          <Money amountMinor={endingBalanceMinor} currency={currency} />
        )}
      </Fact>
      <Fact label={t('money.fact.updatedAt')}>
        <Time at={transaction.updatedAt} />
      </Fact>
      <Fact label={t('money.fact.firstSeen')}>{t(`money.fact.firstSeen.${firstSeenVia}`)}</Fact>
      <Fact label={t('money.fact.syncedAt')}>
        {syncedAt ? (
          <Time at={syncedAt} />
        ) : (
          <span className={record.missing}>{t('money.fact.notSynced')}</span>
        )}
      </Fact>
    </Facts>
  )
}
