import { Button, Checkbox, Input, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import type { Allocation, Subject } from './allocation.ts'
import styles from './Reconciliation.module.css'

type Props = {
  subject: Subject
  allocation: Allocation
  busy: boolean
  mayRecord: boolean
  onMatch: (reason: string, recordOnBills: boolean) => void
  onAside: (reason: string) => void
}

/**
 * Shows what is allocated and what is not, takes the reason, and offers the two ways to decide. Buttons stay enabled and say what is
 * missing: a grey button explains nothing.
 */
export function Footer({ subject, allocation, busy, mayRecord, onMatch, onAside }: Props) {
  const id = useId()
  const input = useRef<InputRef>(null)
  const [reason, setReason] = useState('')
  const [record, setRecord] = useState(false)
  const [missing, setMissing] = useState<string>()
  const { currency } = subject
  const { lines, allocatedMinor, restMinor, problems } = allocation
  const over =
    restMinor < 0 ? t('money.allocation.over', { amount: formatMoney({ amountMinor: -restMinor, currency }, locale) }) : undefined
  const needReason = () => {
    setMissing(t('money.decide.needReason'))
    input.current?.focus()
  }
  const match = () => {
    if (lines.length === 0) return setMissing(t('money.decide.needLines'))
    if (over || Object.keys(problems).length > 0) return
    if (!reason.trim()) return needReason()
    onMatch(reason.trim(), mayRecord && record)
  }
  const setAside = () => (reason.trim() ? onAside(reason.trim()) : needReason())
  return (
    <section className={styles.footer} aria-label={t('money.allocation')}>
      <dl className={styles.sums}>
        <div>
          <dt>{t('money.allocation.allocated')}</dt>
          <dd>
            <Money amountMinor={allocatedMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('money.allocation.unallocated')}</dt>
          <dd>
            <Money amountMinor={Math.max(0, restMinor)} currency={currency} />
          </dd>
        </div>
      </dl>
      {over && (
        <p className={styles.problem} role="alert">
          {over}
        </p>
      )}
      {lines.length > 0 && restMinor > 0 && <p className={styles.hint}>{t('money.allocation.partial')}</p>}
      <label htmlFor={id}>{t('money.decide.reason')}</label>
      <Input
        id={id}
        ref={input}
        maxLength={500}
        autoComplete="off"
        placeholder={t('money.decide.reason.hint')}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value)
          setMissing(undefined)
        }}
        onPressEnter={() => lines.length > 0 && match()}
      />
      {missing && (
        <p className={styles.problem} role="alert">
          {missing}
        </p>
      )}
      {mayRecord && (
        <Checkbox checked={record} onChange={({ target }) => setRecord(target.checked)}>
          {t('money.decide.record')}
        </Checkbox>
      )}
      <div className={styles.actions}>
        <Button type="primary" loading={busy} onClick={match}>
          {t('money.decide.match')}
        </Button>
        <Button disabled={busy} onClick={setAside} title={t('money.decide.aside.hint')}>
          {t('money.decide.aside')}
        </Button>
      </div>
    </section>
  )
}
