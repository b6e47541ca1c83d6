import { canAccess } from '@paydesk/contract/access'
import { type ExportFormat, exportApi, exportFormats } from '@paydesk/contract/export'
import { Button, Dropdown, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useCurrentUser } from '../lib/currentUser.ts'
import { download } from '../lib/download.ts'
import { t } from '../lib/i18n.ts'
import { chosenOf, type TransactionList } from './useTransactionList.ts'

/** Exactly what the filters show, all pages of it. A keyword is for finding one row, not for a file. */
export function ExportButton({ list }: { list: TransactionList }) {
  const user = useCurrentUser()
  const [percent, setPercent] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const { keyword, ...query } = chosenOf(list)
  if (!canAccess(user, exportApi.transactions.permission)) return null
  const save = async (format: ExportFormat) => {
    running.current = new AbortController()
    setPercent(0)
    const watch = { signal: running.current.signal, onProgress: setPercent }
    await download(exportApi.transactions, { query: { ...query, format } }, `${t('money.export.file')}.${format}`, watch)
    setPercent(undefined)
  }
  const items = exportFormats.map((format) => ({ key: format, label: format.toUpperCase() }))
  return (
    <>
      <Dropdown menu={{ items, onClick: ({ key }) => void save(key as ExportFormat) }} trigger={['click']} disabled={keyword !== undefined}>
        <Button loading={percent !== undefined} {...(keyword !== undefined && { title: t('money.export.noKeyword') })}>
          {t('money.export')}
        </Button>
      </Dropdown>
      <Modal
        open={percent !== undefined}
        title={t('money.export.running')}
        footer={<Button onClick={() => running.current?.abort()}>{t('action.cancel')}</Button>}
        closable={false}
        width={420}
      >
        <Progress percent={percent ?? 0} aria-label={t('money.export.running')} />
      </Modal>
    </>
  )
}
