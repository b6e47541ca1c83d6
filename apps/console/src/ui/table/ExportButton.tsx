import { canAccess } from '@paydesk/contract/lib/access'
import type { CallInput, Endpoint } from '@paydesk/contract/lib/endpoint'
import { type ExportFormat, exportFormats } from '@paydesk/contract/lib/exportFile'
import { Button, Dropdown, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { download, savedName } from '../../lib/api/download.ts'
import { dayIn } from '../../lib/dateRange.ts'
import { t } from '../../lib/i18n.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  /** The filters, without the current page. A keyword is for finding one row, not for a file. */
  filter: Record<string, string | undefined>
  /**
   * What the list is called: the saved file's name has it after the company's and before the day's.
   */
  fileName: string
}

/**
 * Exports exactly what the filters show, all pages of it. Hidden from people who may not export.
 */
export function ExportButton<E extends Endpoint>({ endpoint, filter, fileName }: Props<E>) {
  const user = useCurrentUser()
  const [percent, setPercent] = useState<number>()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  const { keyword, ...query } = filter
  if (!canAccess(user, endpoint.permission)) return null
  const save = async (format: ExportFormat) => {
    running.current = new AbortController()
    setBusy(true)
    const watch = { signal: running.current.signal, onProgress: setPercent }
    await download(
      endpoint,
      { query: { ...query, format } } as CallInput<E>,
      `${savedName([user.company.name, fileName, dayIn(user.company.timezone, new Date())])}.${format}`,
      watch,
    )
    setPercent(undefined)
    setBusy(false)
  }
  const items = exportFormats.map((format) => ({ key: format, label: format.toUpperCase() }))
  return (
    <>
      <Dropdown
        autoFocus
        menu={{ items, onClick: ({ key }) => void save(key as ExportFormat) }}
        trigger={['click']}
        disabled={keyword !== undefined}
      >
        <Button loading={busy} {...(keyword !== undefined && { title: t('export.noKeyword') })}>
          {t('export')}
        </Button>
      </Dropdown>
      <Modal
        open={percent !== undefined}
        title={t('export.running', { name: fileName })}
        footer={<Button onClick={() => running.current?.abort()}>{t('action.cancel')}</Button>}
        closable={false}
        width={420}
      >
        <Progress percent={percent ?? 0} aria-label={t('export.running', { name: fileName })} />
      </Modal>
    </>
  )
}
