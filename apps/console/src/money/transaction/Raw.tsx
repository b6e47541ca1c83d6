import type { Transaction } from '@paydesk/contract/money/transaction'
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { copyText } from '../../ui/copyText.ts'
import record from '../../ui/page/record.module.css'
import styles from './Transaction.module.css'

/** PayPal's raw answer, for people who want to be sure. */
export function Raw({ raw }: Pick<Transaction, 'raw'>) {
  const [open, setOpen] = useState(false)
  if (!raw) return <p className={record.hint}>{t('money.raw.none')}</p>
  const text = JSON.stringify(raw, null, 2)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>JSON</summary>
      {open && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
          <pre tabIndex={0} dir="ltr" className={styles.raw}>
            {text}
          </pre>
          <Button size="small" onClick={() => void copyText(text)}>
            {t('money.raw.copy')}
          </Button>
        </>
      )}
    </details>
  )
}
