import { toDecimal } from '@paydesk/contract/lib/money'
import { Button, Input } from 'antd'
import { t } from '../../lib/i18n.ts'
import { AmountInput } from './AmountInput.tsx'
import {
  type Allocation,
  allocationOf,
  type Draft,
  type LooseLine,
  type Subject,
} from './allocation.ts'
import styles from './Reconciliation.module.css'

type Props = {
  draft: Draft
  subject: Subject
  problems: Allocation['problems']
  onChange: (draft: Draft) => void
}

/** Money that is explained although it belongs to no bill: an overpayment that was kept, a tip. */
export function LooseLines({ draft, subject, problems, onChange }: Props) {
  const change = (key: number, values: Partial<LooseLine>) =>
    onChange({
      ...draft,
      loose: draft.loose.map((line) => (line.key === key ? { ...line, ...values } : line)),
    })
  const add = () => {
    const amountMinor = Math.max(0, allocationOf(draft, subject).restMinor)
    const key = Math.max(0, ...draft.loose.map((line) => line.key)) + 1
    const amount = amountMinor > 0 ? toDecimal({ amountMinor, currency: subject.currency }) : ''
    onChange({ ...draft, loose: [...draft.loose, { key, amount, reason: '' }] })
  }
  return (
    <div className={styles.loose}>
      {draft.loose.map(({ key, amount, reason }) => (
        <div key={key} className={styles.amounts}>
          <AmountInput
            label={t('money.allocation.loose.amount')}
            shown={t('money.allocation.loose.amount')}
            value={amount}
            onChange={(next) => change(key, { amount: next })}
          />
          <Input
            className={styles.looseReason ?? ''}
            aria-label={t('money.allocation.loose.reason')}
            placeholder={t('money.allocation.loose.reason')}
            maxLength={500}
            value={reason}
            onChange={({ target }) => change(key, { reason: target.value })}
          />
          <Button
            size="small"
            onClick={() =>
              onChange({ ...draft, loose: draft.loose.filter((line) => line.key !== key) })
            }
          >
            {t('money.allocation.loose.remove')}
          </Button>
          {problems[key] && (
            <span className={styles.problem} role="alert">
              {t(
                problems[key] === 'reason'
                  ? 'money.allocation.reason.required'
                  : 'money.allocation.invalid',
              )}
            </span>
          )}
        </div>
      ))}
      <Button size="small" onClick={add}>
        {t('money.allocation.loose')}
      </Button>
    </div>
  )
}
