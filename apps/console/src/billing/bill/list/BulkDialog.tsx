import type { BillRow } from '@paydesk/contract/billing/bill'
import { Button, Modal, Progress } from 'antd'
import { useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { useUnsaved } from '../../../ui/form/useUnsaved.ts'
import { StatusTag, type Tone } from '../../../ui/StatusTag.tsx'
import styles from './Bulk.module.css'
import type { Outcome } from './bulk.ts'
import { type BulkAction, useBulk } from './useBulk.ts'

const tones: Record<Outcome['state'], Tone> = {
  waiting: 'grey',
  running: 'blue',
  asked: 'blue',
  done: 'green',
  refused: 'red',
  stopped: 'grey',
}
const waiting: Outcome = { state: 'waiting' }

/** Shows progress, a way to stop, and the outcome of every row, PayPal's word included. It stays until someone closes it. */
export default function BulkDialog({ action, rows, onClosed }: { action: BulkAction; rows: readonly BillRow[]; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { outcomes, submitted, ended, stop } = useBulk(action, rows)
  // Leaving the page now would lose sight of what was done and what was not.
  useUnsaved(!submitted)
  const states = rows.map(({ id }) => outcomes.get(id)?.state ?? 'waiting')
  const count = (...wanted: Outcome['state'][]) => states.filter((state) => wanted.includes(state)).length
  const percent = Math.round((count('done', 'refused', 'stopped') / rows.length) * 100)
  return (
    <Modal
      open={open}
      width={640}
      title={t(`bill.bulk.${action}.title`, { count: rows.length })}
      closable={submitted}
      mask={{ closable: false }}
      keyboard={submitted}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={
        submitted ? (
          <Button type={ended ? 'primary' : 'default'} onClick={() => setOpen(false)}>
            {t('bill.bulk.close')}
          </Button>
        ) : (
          <Button danger onClick={stop}>
            {t('bill.bulk.stop')}
          </Button>
        )
      }
    >
      <Progress
        percent={percent}
        status={ended ? (count('refused') ? 'exception' : 'success') : 'active'}
        aria-label={t('bill.bulk.progress')}
      />
      <p role="status">
        {t('bill.bulk.summary', { done: count('done'), refused: count('refused'), left: count('waiting', 'running', 'stopped') })}
        {count('asked') > 0 && t('bill.bulk.summary.asked', { asked: count('asked') })}
      </p>
      {submitted && !ended && <p className={styles.sum}>{t('bill.bulk.asked.hint')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={styles.results} aria-label={t('bill.bulk.results')} tabIndex={0}>
        {rows.map(({ id, number, customerName }) => (
          <Result key={id} number={number} customerName={customerName} outcome={outcomes.get(id) ?? waiting} />
        ))}
      </ul>
    </Modal>
  )
}

const Result = ({ number, customerName, outcome }: { number: string; customerName: string; outcome: Outcome }) => (
  <li className={styles.result}>
    <bdi dir="ltr" className={styles.number}>
      {number}
    </bdi>
    <span className={styles.customer} dir="auto">
      {customerName}
    </span>
    <StatusTag tone={tones[outcome.state]}>{t(`bill.bulk.state.${outcome.state}`)}</StatusTag>
    {outcome.state === 'refused' && <span className={styles.reason}>{outcome.reason}</span>}
  </li>
)
