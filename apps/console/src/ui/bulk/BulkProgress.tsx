import { Button, Modal, Progress } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { useUnsaved } from '../form/useUnsaved.ts'
import { StatusTag, type Tone } from '../StatusTag.tsx'
import styles from './Bulk.module.css'
import type { Outcome } from './bulk.ts'

const tones: Record<Outcome['state'], Tone> = {
  waiting: 'grey',
  running: 'blue',
  asked: 'blue',
  done: 'green',
  refused: 'red',
  stopped: 'grey',
}
const waiting: Outcome = { state: 'waiting' }

export type Counts = { done: number; refused: number; left: number; asked: number }
type Props<T> = {
  title: string
  rows: readonly T[]
  /** How the row is called, and what else tells it from others. */
  nameOf: (row: T) => ReactNode
  secondOf: (row: T) => ReactNode
  outcomes: ReadonlyMap<string, Outcome>
  /** No row has yet to begin. */
  submitted: boolean
  /** Every outcome is known. */
  ended: boolean
  summary: (counts: Counts) => string
  resultsLabel: string
  /** Stands below the summary while answers are waited for. */
  hint?: string
  onStop: () => void
  onClosed: () => void
}

/**
 * Shows progress, a way to stop, and the outcome of every row. It stays until someone closes it.
 */
export function BulkProgress<T extends { id: string }>(props: Props<T>) {
  const {
    title,
    rows,
    nameOf,
    secondOf,
    outcomes,
    submitted,
    ended,
    summary,
    resultsLabel,
    hint,
    onStop,
    onClosed,
  } = props
  const [open, setOpen] = useState(true)
  // Leaving the page now would lose sight of what was done and what was not.
  useUnsaved(!submitted)
  const states = rows.map(({ id }) => outcomes.get(id)?.state ?? 'waiting')
  const count = (...wanted: Outcome['state'][]) =>
    states.filter((state) => wanted.includes(state)).length
  const percent = Math.round((count('done', 'refused', 'stopped') / rows.length) * 100)
  return (
    <Modal
      open={open}
      width={640}
      title={title}
      closable={submitted}
      mask={{ closable: false }}
      keyboard={submitted}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={
        submitted ? (
          // Has the focus, so that Enter closes what has been read.
          <Button
            key="close"
            autoFocus
            type={ended ? 'primary' : 'default'}
            onClick={() => setOpen(false)}
          >
            {t('bulk.close')}
          </Button>
        ) : (
          <Button key="stop" danger onClick={onStop}>
            {t('bulk.stop')}
          </Button>
        )
      }
    >
      <Progress
        percent={percent}
        status={ended ? (count('refused') ? 'exception' : 'success') : 'active'}
        aria-label={t('bulk.progress')}
      />
      <p role="status">
        {summary({
          done: count('done'),
          refused: count('refused'),
          left: count('waiting', 'running', 'stopped'),
          asked: count('asked'),
        })}
      </p>
      {submitted && !ended && hint && <p className={styles.hint}>{hint}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={styles.results} aria-label={resultsLabel} tabIndex={0}>
        {rows.map((row) => (
          <Result
            key={row.id}
            name={nameOf(row)}
            second={secondOf(row)}
            outcome={outcomes.get(row.id) ?? waiting}
          />
        ))}
      </ul>
    </Modal>
  )
}

const Result = ({
  name,
  second,
  outcome,
}: {
  name: ReactNode
  second: ReactNode
  outcome: Outcome
}) => (
  <li className={styles.result}>
    <bdi dir="ltr" className={styles.name}>
      {name}
    </bdi>
    <span className={styles.second} dir="auto">
      {second}
    </span>
    <StatusTag tone={tones[outcome.state]}>{t(`bulk.state.${outcome.state}`)}</StatusTag>
    {outcome.state === 'refused' && <span className={styles.reason}>{outcome.reason}</span>}
  </li>
)
