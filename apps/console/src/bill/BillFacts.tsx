import type { Bill } from '@paydesk/contract/bill'
import { hasText, t } from '../lib/i18n.ts'
import { Money } from '../ui/Money.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './BillListPage.module.css'
import { Facts } from './Facts.tsx'

/** Everything else that is known, with PayPal's own word and how old it is. */
export function BillFacts({ bill }: { bill: Bill }) {
  const time = (at: string | null) => at && <Time at={at} />
  return (
    <Facts
      facts={[
        [t('bill.owner'), bill.ownerName],
        [t('bill.account'), bill.accountLabel ?? t('bill.noAccount')],
        [t('bill.routingReason'), routingText(bill.routingReason)],
        [t('bill.term'), t(`bill.term.${bill.term}`)],
        [t('bill.billDate'), bill.billDate && <bdi dir="ltr">{bill.billDate}</bdi>],
        [t('bill.allowPartial'), bill.allowPartial && <Partial bill={bill} />],
        [t('bill.note'), bill.note],
        [t('bill.terms'), bill.terms],
        [t('bill.memo'), bill.memo],
        [t('bill.tags'), bill.tags.length > 0 && <Tags tags={bill.tags} />],
        [t('bill.providerStatus'), bill.providerStatus && <bdi dir="ltr">{bill.providerStatus}</bdi>],
        [t('bill.providerSeenAt'), time(bill.providerSeenAt)],
        [t('bill.providerInvoiceId'), bill.providerInvoiceId && <bdi dir="ltr">{bill.providerInvoiceId}</bdi>],
        [t('bill.remindCount'), bill.remindCount > 0 && t('bill.remindCount.times', { count: bill.remindCount })],
        [t('bill.createdAt'), time(bill.createdAt)],
        [t('bill.sentAt'), time(bill.sentAt)],
        [t('bill.viewedAt'), time(bill.viewedAt)],
        [t('bill.paidAt'), time(bill.paidAt)],
        [t('bill.cancelledAt'), time(bill.cancelledAt)],
        [t('bill.writtenOffAt'), time(bill.writtenOffAt)],
      ]}
    />
  )
}

const Partial = ({ bill: { minimumDueMinor, currency } }: { bill: Bill }) =>
  minimumDueMinor === null ? (
    t('bill.allowPartial.any')
  ) : (
    <>
      {t('bill.allowPartial.from')} <Money amountMinor={minimumDueMinor} currency={currency} />
    </>
  )

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <StatusTag key={tag} tone="grey">
        {tag}
      </StatusTag>
    ))}
  </span>
)

/** A code of ours, or words that came with the choice. */
const routingText = (reason: string) => {
  const key = `bill.routing.${reason}`
  return hasText(key) ? t(key) : reason
}
