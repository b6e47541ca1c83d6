import { Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './Acts.module.css'
import type { Refused } from './act.ts'

/** What cannot be done with the record now, and what is missing for it. */
export function WhyNot({
  name,
  refused,
  onClosed,
}: {
  name: string
  refused: readonly Refused[]
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={t('workspace.whyNot.title', { name })}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <dl className={styles.reasons}>
        {refused.map(({ key, label, reason }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
