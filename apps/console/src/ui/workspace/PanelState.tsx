import { t } from '../../lib/i18n.ts'
import { LoadState } from '../page/LoadState.tsx'
import { isGone } from '../page/RecordPage.tsx'
import record from '../page/record.module.css'

type Props = { error: Error | null; gone: string; onRetry: () => void }

/**
 * Stands in a panel while its record is read, or cannot be read: the shape of what comes, or
 * why it does not.
 */
export function PanelState({ error, gone, onRetry }: Props) {
  if (error) return isGone(error) ? <p>{gone}</p> : <LoadState failed onRetry={onRetry} />
  return (
    <div className={record.page} aria-busy>
      {[72, 180, 120, 240].map((height) => (
        <div key={height} className={record.shape} style={{ height }} />
      ))}
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  )
}
