import { Button, Checkbox, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Reconciliation.module.css'
import type { Deciding } from './useDecision.ts'

/**
 * Shows what is allocated and what is not, and takes the reason. The button stays enabled and says
 * what is missing: a grey one explains nothing.
 */
export function Footer({ deciding }: { deciding: Deciding }) {
  const id = useId()
  const input = useRef<InputRef>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { subject, allocation, busy, mayRecord, reason, record, missing, ready, set, match } =
    deciding
  const { currency } = subject
  const { lines, allocatedMinor, restMinor } = allocation
  // The key has chosen a bill: Enter is the word.
  useEffect(() => {
    if (ready > 0) button.current?.focus()
  }, [ready])
  useEffect(() => {
    if (missing === t('money.decide.needReason')) input.current?.focus()
  }, [missing])
  const over =
    restMinor < 0
      ? t('money.allocation.over', {
          amount: formatMoney({ amountMinor: -restMinor, currency }, locale),
        })
      : undefined
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
      {lines.length > 0 && restMinor > 0 && (
        <p className={styles.hint}>{t('money.allocation.partial')}</p>
      )}
      <label htmlFor={id}>{t('money.decide.reason')}</label>
      <Input
        id={id}
        ref={input}
        maxLength={500}
        autoComplete="off"
        placeholder={t('money.decide.reason.hint')}
        value={reason}
        onChange={({ target }) => set({ reason: target.value })}
        onPressEnter={() => lines.length > 0 && void match()}
      />
      {missing && (
        <p className={styles.problem} role="alert">
          {missing}
        </p>
      )}
      {mayRecord && (
        <Checkbox checked={record} onChange={({ target }) => set({ record: target.checked })}>
          {t('money.decide.record')}
        </Checkbox>
      )}
      <div className={styles.actions}>
        <Button
          ref={button}
          type={lines.length > 0 ? 'primary' : 'default'}
          loading={busy}
          onClick={() => void match()}
        >
          {t('money.decide.match')}
        </Button>
      </div>
    </section>
  )
}
