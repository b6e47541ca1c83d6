import type { Dispute } from '@paydesk/contract/billing/dispute'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { PaymentLink } from '../../shared/transaction/PaymentLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import { Time } from '../../ui/Time.tsx'
import { wordOf } from './wording.ts'

export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { currency, refundedMinor, offer } = dispute
  return (
    <Facts>
      <Fact label={t('dispute.bill')}>
        {dispute.billId ? (
          <BillLink billId={dispute.billId} number={dispute.billNumber} />
        ) : (
          t('dispute.bill.none')
        )}
      </Fact>
      <Fact label={t('dispute.customer')}>{dispute.customerName}</Fact>
      <Fact label={t('dispute.buyer')}>{dispute.buyerName}</Fact>
      <Fact label={t('dispute.account')}>{dispute.accountLabel}</Fact>
      <Fact label={t('dispute.stage')}>{wordOf('stage', dispute.stage)}</Fact>
      <Fact label={t('dispute.channel')}>{wordOf('channel', dispute.channel)}</Fact>
      <Fact label={t('dispute.refunded')}>
        {refundedMinor !== null && currency && (
          <Money amountMinor={refundedMinor} currency={currency} />
        )}
      </Fact>
      <Fact label={t('dispute.offer')}>
        {offer && (
          <>
            {wordOf('offerType', offer.type)}{' '}
            {offer.amountMinor !== null && currency && (
              <Money amountMinor={offer.amountMinor} currency={currency} />
            )}
          </>
        )}
      </Fact>
      <Fact label={t('dispute.openedAt')}>
        <Time at={dispute.openedAt} />
      </Fact>
      <Fact label={t('dispute.updatedAt')}>
        <Time at={dispute.updatedAt} />
      </Fact>
      <Fact label={t('dispute.seenAt')}>
        <Time at={dispute.seenAt} />
      </Fact>
      <Fact label={t('dispute.id')}>
        <bdi dir="ltr">{dispute.providerDisputeId}</bdi>
      </Fact>
      <Fact label={t('dispute.payment')}>
        {dispute.providerPaymentId && <PaymentLink id={dispute.providerPaymentId} />}
      </Fact>
    </Facts>
  )
}
