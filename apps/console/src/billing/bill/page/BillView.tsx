import type { Bill } from '@paydesk/contract/billing/bill'
import { billCan } from '@paydesk/contract/billing/billStatus'
import { t } from '../../../lib/i18n.ts'
import styles from '../../../ui/page/record.module.css'
import { Section } from '../../../ui/page/Section.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import { ItemLines } from '../ItemLines.tsx'
import { PayLink } from '../PayLink.tsx'
import { totalLinesOf } from '../totals.ts'
import { AmountHeader } from './AmountHeader.tsx'
import { BillFacts } from './BillFacts.tsx'
import { hasMoneyFacts, MoneyFacts } from './MoneyFacts.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { OperationNotice } from './OperationNotice.tsx'
import { Payments } from './Payments.tsx'
import { RecipientFacts } from './RecipientFacts.tsx'
import { Timeline } from './Timeline.tsx'

export function BillView({ bill }: { bill: Bill }) {
  return (
    <div className={styles.page}>
      {bill.operation && <OperationNotice operation={bill.operation} />}
      {bill.failure && !bill.busy && <FailureNotice failure={bill.failure} />}
      <AmountHeader bill={bill} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={bill.title || t('bill.items')}>
            <ItemLines items={bill.items} currency={bill.currency} totals={totalLinesOf(bill)} />
          </Section>
          {hasMoneyFacts(bill.money) && (
            <Section title={t('bill.money')}>
              <MoneyFacts bill={bill} />
            </Section>
          )}
          <Section title={t('bill.payments')}>
            <Payments bill={bill} />
          </Section>
          <Section title={t('bill.timeline')}>
            <NoteComposer id={bill.id} />
            <Timeline bill={bill} />
          </Section>
        </div>
        <div className={styles.column}>
          {bill.payUrl && billCan('copyLink', bill) && (
            <Section title={t('bill.payLink')}>
              <PayLink url={bill.payUrl} />
            </Section>
          )}
          <Section title={t('bill.recipient')}>
            <RecipientFacts bill={bill} />
          </Section>
          <Section title={t('bill.facts')}>
            <BillFacts bill={bill} />
          </Section>
        </div>
      </div>
    </div>
  )
}
