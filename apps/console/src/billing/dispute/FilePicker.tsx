import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import {
  type Dispute,
  disputeApi,
  evidenceFileTypes,
  evidenceMaxBytes,
  evidenceMaxFiles,
} from '@paydesk/contract/billing/dispute'
import { Button, Form } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import styles from './Dispute.module.css'

/**
 * Files are stored with us as soon as they are chosen, and sent with the answer. Files that were
 * chosen but not sent are still there the next time.
 */
export function FilePicker({ dispute }: { dispute: Dispute }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const unsent = dispute.files.filter(({ sent }) => !sent)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    setBusy(true)
    for (const file of files) await upload(dispute.id, file).catch(() => undefined)
    await refreshApi(disputeApi.read)
    setBusy(false)
  }
  const remove = async (fileId: string) => {
    await call(disputeApi.removeFile, { params: { id: dispute.id, fileId } }).catch(() => undefined)
    await refreshApi(disputeApi.read)
  }
  return (
    <Form.Item label={t('dispute.files')} extra={t('dispute.files.hint')}>
      <ul className={styles.files}>
        {unsent.map(({ id, name }) => (
          <li key={id} className={styles.file}>
            <bdi>{name}</bdi>
            <Button
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('dispute.files.remove', { name })}
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('dispute.files.choose')}
        accept={evidenceFileTypes.join(',')}
        onChange={(event) => void choose(event)}
      />
      <Button
        icon={<PaperClipOutlined aria-hidden />}
        loading={busy}
        disabled={unsent.length >= evidenceMaxFiles}
        onClick={() => input.current?.click()}
      >
        {t('dispute.files.choose')}
      </Button>
    </Form.Item>
  )
}

async function upload(id: string, file: File) {
  if (file.size > evidenceMaxBytes)
    return void feedback.message().error(t('dispute.files.tooLarge', { name: file.name }))
  // The blob has no type: the API finds the type out from the bytes.
  const bytes = new Blob([file])
  await call(disputeApi.addFile, {
    params: { id },
    query: { name: file.name.slice(-200) },
    body: bytes as never,
  })
}
