import type { homeApi } from '@paydesk/contract/desk/home'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import styles from './HomePage.module.css'

type Props = Reply<typeof homeApi.figures>['reported'] & { bills?: string }

/**
 * Payments that PayPal has reported and not confirmed yet, so that nobody looks for
 * them in the figures.
 */
export function Reported({ count, countIsExact, numbers, bills }: Props) {
  const words = t(countIsExact ? 'home.reported' : 'home.reported.atLeast', { count })
  const [only] = numbers
  const filter =
    count === 1 && only ? `tab=all&keyword=${encodeURIComponent(only)}` : 'tab=outstanding'
  return (
    <p className={styles.reported} role="status">
      {bills ? <Link to={`${bills}?${filter}`}>{words}</Link> : words}{' '}
      <bdi className={styles.note}>
        {numbers.join(t('home.queue.separator'))}
        {count > numbers.length && '…'}
      </bdi>
    </p>
  )
}
