import { billApi } from '@paydesk/contract/billing/bill'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { useUnsaved } from '../../../ui/form/useUnsaved.ts'
import styles from './Timeline.module.css'

/** A note to colleagues; the customer never sees it. */
export function NoteComposer({ id }: { id: string }) {
  const fieldId = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  useUnsaved(text.trim() !== '')
  const add = async () => {
    setBusy(true)
    try {
      await call(billApi.note, { params: { id }, body: { text: text.trim() } })
      setText('')
      await refreshApi(billApi.timeline)
    } catch {
      // The call has shown the error; the text stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.composer}>
      <label htmlFor={fieldId} className={styles.composerLabel}>
        {t('bill.note.label')}
      </label>
      <Input.TextArea
        id={fieldId}
        value={text}
        maxLength={2000}
        autoSize={{ minRows: 1, maxRows: 6 }}
        placeholder={t('bill.note.placeholder')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button onClick={() => void add()} loading={busy} disabled={text.trim() === ''}>
        {t('bill.note.add')}
      </Button>
    </div>
  )
}
