import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import sticky from '../../ui/stickyBar.module.css'
import { useKeys } from '../../ui/useKeys.ts'
import styles from './Reconciliation.module.css'
import { SumsOf } from './SumsOf.tsx'

type Props = {
  rows: readonly ExceptionRow[]
  onAside: () => void
  onAccept: () => void
  onClear: () => void
}

/**
 * The ticked transactions, summed up per currency, and what is done with all of them. Capitals, so
 * that no key acts on one and means all.
 */
export function SelectionBar({ rows, onAside, onAccept, onClear }: Props) {
  useKeys({ S: onAside, M: onAccept })
  return (
    <section className={sticky.bar} aria-label={t('money.selection')}>
      <strong>{t('money.selection.count', { count: rows.length })}</strong>
      <SumsOf rows={rows} />
      <div className={styles.actions}>
        <Button
          onClick={onAside}
          aria-keyshortcuts="Shift+S"
          title={`${t('money.bulk.aside')} (Shift+S)`}
        >
          {t('money.bulk.aside')}
        </Button>
        <Button
          onClick={onAccept}
          aria-keyshortcuts="Shift+M"
          title={`${t('money.bulk.accept')} (Shift+M)`}
        >
          {t('money.bulk.accept')}
        </Button>
        <Button onClick={onClear}>{t('money.selection.clear')}</Button>
      </div>
    </section>
  )
}
