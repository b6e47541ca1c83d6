import type { Bill } from '@paydesk/contract/billing/bill'
import { hasText, t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Time } from '../../../ui/Time.tsx'
import styles from '../StatusTags.module.css'

/** Everything else that is known of the bill, with PayPal's own status and how old it is. */
export function BillFacts({ bill }: { bill: Bill }) {
  const time = (at: string | null) => at && <Time at={at} />
  return (
    <Facts>
      <Fact label={t('bill.owner')}>{bill.ownerName}</Fact>
      <Fact label={t('bill.account')}>{bill.accountLabel ?? t('bill.noAccount')}</Fact>
      <Fact label={t('bill.routingReason')}>{routingText(bill.routingReason)}</Fact>
      <Fact label={t('bill.term')}>{t(`bill.term.${bill.term}`)}</Fact>
      <Fact label={t('bill.billDate')}>
        {bill.billDate && <bdi dir="ltr">{bill.billDate}</bdi>}
      </Fact>
      <Fact label={t('bill.allowPartial')}>{bill.allowPartial && <Partial bill={bill} />}</Fact>
      <Fact label={t('bill.note')}>{bill.note}</Fact>
      <Fact label={t('bill.terms')}>{bill.terms}</Fact>
      <Fact label={t('bill.memo')}>{bill.memo}</Fact>
      <Fact label={t('bill.tags')}>{bill.tags.length > 0 && <Tags tags={bill.tags} />}</Fact>
      <Fact label={t('bill.providerStatus')}>
        {bill.providerStatus && <bdi dir="ltr">{bill.providerStatus}</bdi>}
      </Fact>
      <Fact label={t('bill.providerSeenAt')}>{time(bill.providerSeenAt)}</Fact>
      <Fact label={t('bill.providerInvoiceId')}>
        {bill.providerInvoiceId && <bdi dir="ltr">{bill.providerInvoiceId}</bdi>}
      </Fact>
      <Fact label={t('bill.remindCount')}>
        {bill.remindCount > 0 && t('bill.remindCount.times', { count: bill.remindCount })}
      </Fact>
      <Fact label={t('bill.createdAt')}>{time(bill.createdAt)}</Fact>
      <Fact label={t('bill.sentAt')}>{time(bill.sentAt)}</Fact>
      <Fact label={t('bill.viewedAt')}>{time(bill.viewedAt)}</Fact>
      <Fact label={t('bill.paidAt')}>{time(bill.paidAt)}</Fact>
      <Fact label={t('bill.cancelledAt')}>{time(bill.cancelledAt)}</Fact>
      <Fact label={t('bill.writtenOffAt')}>{time(bill.writtenOffAt)}</Fact>
    </Facts>
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

/** The reason is one of our codes, or free text that was given with the choice. */
const routingText = (reason: string) => {
  const key = `bill.routing.${reason}`
  return hasText(key) ? t(key) : reason
}
