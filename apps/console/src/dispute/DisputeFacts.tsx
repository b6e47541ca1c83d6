import { canAccess } from '@paydesk/contract/access'
import type { Dispute } from '@paydesk/contract/dispute'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../lib/currentUser.ts'
import { t } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Money } from '../ui/Money.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Dispute.module.css'
import { wordOf } from './wording.ts'

export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { currency, refundedMinor, offer } = dispute
  return (
    <dl className={styles.facts}>
      <Fact label={t('dispute.bill')}>
        <BillLink dispute={dispute} />
      </Fact>
      <Fact label={t('dispute.customer')}>{dispute.customerName && <bdi>{dispute.customerName}</bdi>}</Fact>
      <Fact label={t('dispute.buyer')}>{dispute.buyerName && <bdi>{dispute.buyerName}</bdi>}</Fact>
      <Fact label={t('dispute.account')}>
        <bdi>{dispute.accountLabel}</bdi>
      </Fact>
      <Fact label={t('dispute.stage')}>{wordOf('stage', dispute.stage)}</Fact>
      <Fact label={t('dispute.channel')}>{wordOf('channel', dispute.channel)}</Fact>
      <Fact label={t('dispute.refunded')}>
        {refundedMinor !== null && currency && <Money amountMinor={refundedMinor} currency={currency} />}
      </Fact>
      <Fact label={t('dispute.offer')}>
        {offer && (
          <>
            {wordOf('offerType', offer.type)}{' '}
            {offer.amountMinor !== null && currency && <Money amountMinor={offer.amountMinor} currency={currency} />}
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
      <Fact label={t('dispute.payment')}>{dispute.providerPaymentId && <bdi dir="ltr">{dispute.providerPaymentId}</bdi>}</Fact>
    </dl>
  )
}

function BillLink({ dispute: { billId, billNumber } }: { dispute: Dispute }) {
  const user = useCurrentUser()
  if (!billId) return t('dispute.bill.none')
  const number = <bdi dir="ltr">{billNumber}</bdi>
  return canAccess(user, 'ViewAllPayPalBill') ? <Link to={paths.financeBill(billId)}>{number}</Link> : number
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
