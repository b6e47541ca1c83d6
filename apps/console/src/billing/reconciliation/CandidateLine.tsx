import { billStatuses } from '@paydesk/contract/billing/billStatus'
import type { Candidate } from '@paydesk/contract/billing/reconciliation'
import { toDecimal } from '@paydesk/contract/lib/money'
import { Checkbox } from 'antd'
import { amountOf } from '../../lib/amount.ts'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { BillTags } from '../../shared/bill/BillTags.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { AmountInput } from './AmountInput.tsx'
import { type BillLine, type Problem, roomOf, type Subject } from './allocation.ts'
import styles from './Reconciliation.module.css'

type Props = {
  bill: Candidate
  subject: Subject
  line: BillLine | undefined
  problem: Problem | undefined
  onToggle: (on: boolean) => void
  onLine: (change: Partial<BillLine>) => void
}

const tones: Record<Candidate['certainty'], Tone> = {
  certain: 'green',
  likely: 'blue',
  possible: 'grey',
}

/**
 * A bill and the reasons that speak for it; once it is chosen, also how much of the
 * money is for it.
 */
export function CandidateLine({ bill, subject, line, problem, onToggle, onLine }: Props) {
  const {
    billId,
    number,
    title,
    customerName,
    currency,
    dueMinor,
    totalMinor,
    dueDate,
    certainty,
    reasons,
  } = bill
  const status = billStatuses.find((one) => one === bill.status)
  return (
    <li className={line ? `${styles.candidate} ${styles.picked}` : styles.candidate}>
      <div className={styles.candidateTop}>
        <Checkbox
          checked={line !== undefined}
          aria-label={t('money.candidate.pick', { number })}
          onChange={({ target }) => onToggle(target.checked)}
        />
        <div className={styles.candidateText}>
          <span>
            <BillLink billId={billId} number={number} />{' '}
            {status && <BillTags status={status} overdue={false} />}
          </span>
          <span className={styles.second}>
            <bdi>{customerName}</bdi>
            {title && <bdi> · {title}</bdi>}
            {dueDate && <> · {t('money.candidate.dueDate', { day: dueDate })}</>}
          </span>
          <span className={styles.reasons}>
            {reasons.map((reason) => (
              <span key={reason} className={styles.reason}>
                {t(`money.reason.${reason}`)}
              </span>
            ))}
          </span>
        </div>
        <div className={styles.candidateFigures}>
          <span>
            {t('money.candidate.due')} <Money amountMinor={dueMinor} currency={currency} />
          </span>
          {totalMinor !== dueMinor && (
            <span className={styles.second}>
              {t('money.candidate.total')} <Money amountMinor={totalMinor} currency={currency} />
            </span>
          )}
          <StatusTag tone={tones[certainty]}>{t(`money.certainty.${certainty}`)}</StatusTag>
        </div>
      </div>
      {line && <Amounts line={line} subject={subject} problem={problem} onLine={onLine} />}
    </li>
  )
}

function Amounts({
  line,
  subject,
  problem,
  onLine,
}: Pick<Props, 'subject' | 'problem' | 'onLine'> & { line: BillLine }) {
  const { bill, amount, deduction } = line
  const { currency } = subject
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
  const short = roomOf(bill, subject) - (amountOf(amount, currency) ?? 0)
  return (
    <div className={styles.amounts}>
      <AmountInput
        label={t('money.allocation.amount', { number: bill.number })}
        shown={t('money.allocation.amount.short')}
        value={amount}
        onChange={(next) => onLine({ amount: next })}
      />
      {!subject.outgoing && (
        <AmountInput
          label={t('money.allocation.deduction', { number: bill.number })}
          shown={t('money.allocation.deduction.short')}
          value={deduction}
          onChange={(next) => onLine({ deduction: next })}
        />
      )}
      {!subject.outgoing && short > 0 && deduction === '' && (
        <LinkButton
          onClick={() => onLine({ deduction: toDecimal({ amountMinor: short, currency }) })}
        >
          {t('money.allocation.deduction.fill', { amount: money(short) })}
        </LinkButton>
      )}
      {problem && (
        <span className={styles.problem} role="alert">
          {problem === 'beyondDue'
            ? t('money.allocation.beyondDue', { amount: money(roomOf(bill, subject)) })
            : t('money.allocation.invalid')}
        </span>
      )}
    </div>
  )
}
