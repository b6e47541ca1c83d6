import { importMaxBills } from '@paydesk/contract/billing/billImport'
import { paths } from '@paydesk/contract/lib/paths'
import { Alert, Button, Drawer } from 'antd'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../lib/i18n.ts'
import { PageLoading } from '../../../ui/page/PageLoading.tsx'
import styles from './Import.module.css'
import { ImportPreview } from './ImportPreview.tsx'
import { saveTemplate } from './importTemplate.ts'
import { useImport } from './useImport.ts'

/**
 * Mounted while it is wanted. `onClosed` is called after the drawer has closed, so that the focus
 * returns to the button that opened it.
 */
export default function ImportPanel({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { state, check, run, again } = useImport()
  const close = () => setOpen(false)
  const count = state.step === 'checked' ? state.check.bills.length : 0
  return (
    <Drawer
      open={open}
      title={t('billImport.title')}
      size="min(960px, 100vw)"
      onClose={close}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      footer={
        state.step === 'checked' && (
          <div className={styles.footer}>
            <FileButton
              label={t('billImport.chooseAnother')}
              onFile={check}
              disabled={state.busy}
            />
            <Button
              type="primary"
              loading={state.busy}
              disabled={state.check.errorCount > 0 || count === 0}
              onClick={() => void run()}
            >
              {t('billImport.confirm', { count })}
            </Button>
          </div>
        )
      }
    >
      {state.step === 'choose' && <Choose problem={state.problem} onFile={check} />}
      {state.step === 'checking' && (
        <div role="status">
          <p>{t('billImport.checking', { name: state.name })}</p>
          <PageLoading />
        </div>
      )}
      {state.step === 'checked' && <ImportPreview name={state.name} check={state.check} />}
      {state.step === 'done' && <Done {...state.result} onAgain={again} onClose={close} />}
    </Drawer>
  )
}

type OnFile = (file: File) => Promise<void>

function Choose({ problem, onFile }: { problem: string | undefined; onFile: OnFile }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void onFile(file)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={styles.choose}>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <p>{t('billImport.explain')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the button inside does the same */}
      <div
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDrop={drop}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
      >
        <span>{t('billImport.drop')}</span>
        <FileButton label={t('billImport.choose')} onFile={onFile} primary />
      </div>
      <p className={styles.hint}>{t('billImport.limits', { bills: importMaxBills })}</p>
      <div>
        <Button onClick={saveTemplate}>{t('billImport.template')}</Button>
      </div>
    </div>
  )
}

type FileButtonProps = { label: string; onFile: OnFile; primary?: boolean; disabled?: boolean }

function FileButton({ label, onFile, primary = false, disabled = false }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again after it was corrected.
    event.target.value = ''
    if (file) void onFile(file)
  }
  return (
    <>
      <Button
        {...(primary && { type: 'primary' as const })}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt"
        aria-label={t('billImport.file')}
        onChange={choose}
      />
    </>
  )
}

type DoneProps = {
  count: number
  newCustomers: number
  firstNumber: string
  lastNumber: string
  onAgain: () => void
  onClose: () => void
}

function Done({
  count,
  newCustomers,
  firstNumber: first,
  lastNumber: last,
  onAgain,
  onClose,
}: DoneProps) {
  return (
    <div className={styles.choose}>
      <Alert
        type="success"
        showIcon
        role="status"
        title={t('billImport.done', { count })}
        description={
          <>
            <div>
              {count === 1
                ? t('billImport.done.number', { first })
                : t('billImport.done.numbers', { first, last })}
            </div>
            {newCustomers > 0 && (
              <div>{t('billImport.done.customers', { count: newCustomers })}</div>
            )}
          </>
        }
      />
      <div className={styles.footer}>
        <Button onClick={onAgain}>{t('billImport.again')}</Button>
        <Link to={`${paths.billList()}?tab=draft`} onClick={onClose}>
          {t('billImport.view')}
        </Link>
      </div>
    </div>
  )
}
