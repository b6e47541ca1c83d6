import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { Input } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { call, type Quiet } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { showTransaction } from '../../shared/transaction/UndoMatch.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { GoOn } from '../../ui/workspace/useGoOn.ts'
import styles from './Reconciliation.module.css'
import { SumsOf } from './SumsOf.tsx'
import type { OpenRow } from './sums.ts'

/**
 * What most transactions without a bill are. A click or a digit writes it into the field, where
 * it can be changed.
 */
const presets = ['test', 'notBilled', 'returned', 'ownTransfer', 'paypalCredit', 'twice'] as const

type Props = {
  rows: readonly OpenRow[]
  goOn: GoOn
  /** Of several rows, each with an outcome of its own. */
  onMany: (reason: string) => void
  onClosed: () => void
}

/** No bill belongs to this money: one reason, for one transaction or for all that are ticked. */
export function AsideDialog({ rows, goOn, onMany, onClosed }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [only] = rows
  const first = useRef<HTMLButtonElement>(null)
  // The dialog asks for nothing else: a digit is heard at once.
  useEffect(() => first.current?.focus(), [])
  const choose = (text: string, dialog: Element | null) => {
    setReason(text)
    setMissing(false)
    // Enter is then the word.
    dialog?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const preset = presets[Number(event.key) - 1]
    if (!preset || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(t(`money.aside.${preset}`), event.currentTarget.closest('[role=dialog]'))
  }
  const confirm = async (quiet: Quiet) => {
    const said = reason.trim()
    setMissing(said === '')
    if (said === '' || !only) return false
    if (rows.length > 1) return onMany(said)
    const work = () =>
      call(
        reconciliationApi.ignore,
        { params: { id: only.id }, body: { version: only.version, reason: said } },
        quiet,
      )
    showTransaction(await goOn.decide(only.id, work))
    feedback.message().success(t('money.decide.asideDone'))
  }
  return (
    <ConfirmDialog
      title={t('money.aside.title', { count: rows.length })}
      confirmLabel={t('money.decide.aside')}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t('money.aside.effect')}</p>
      <SumsOf rows={rows} />
      <fieldset className={styles.presets} onKeyDown={onKeyDown}>
        <legend className="visually-hidden">{t('money.aside.presets')}</legend>
        {presets.map((preset, index) => {
          const text = t(`money.aside.${preset}`)
          return (
            <button
              key={preset}
              type="button"
              {...(index === 0 && { ref: first })}
              className={styles.preset}
              aria-pressed={reason === text}
              onClick={({ currentTarget }) => choose(text, currentTarget.closest('[role=dialog]'))}
            >
              <kbd>{index + 1}</kbd> {text}
            </button>
          )
        })}
      </fieldset>
      <label htmlFor={id}>{t('money.decide.reason')}</label>
      <Input
        id={id}
        maxLength={500}
        autoComplete="off"
        placeholder={t('money.decide.reason.hint')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {missing && (
        <p className={styles.problem} role="alert">
          {t('money.decide.needReason')}
        </p>
      )}
    </ConfirmDialog>
  )
}
