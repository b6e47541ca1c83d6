import { paths } from '@paydesk/contract/lib/paths'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Bench } from './Bench.tsx'
import { Queue } from './Queue.tsx'
import styles from './Reconciliation.module.css'
import { useQueue } from './useQueue.ts'

/** Left what PayPal moved and nothing explains, right the bills that may. */
export default function ReconciliationPage({ name }: { name: RouteName }) {
  const queue = useQueue()
  const bench = useRef<HTMLElement>(null)
  const isEmpty = queue.page?.list.length === 0 && !queue.id
  return (
    <Page name={name} extra={<Link to={paths.transactionList()}>{t('menu.finance.transaction')}</Link>}>
      <div className={isEmpty ? styles.single : styles.columns}>
        <Queue queue={queue} onChosen={() => bench.current && bringIntoView(bench.current)} />
        {!isEmpty && (
          <section ref={bench} className={styles.card} aria-label={t('money.work')}>
            {queue.id ? (
              <Bench key={queue.id} id={queue.id} onDecided={queue.select} onNext={() => queue.select(undefined)} />
            ) : (
              <p className={styles.hint}>{t('money.queue.pick')}</p>
            )}
          </section>
        )}
      </div>
    </Page>
  )
}

/** Where it lies beside the queue it is in view already. */
function bringIntoView(bench: HTMLElement) {
  if (bench.getBoundingClientRect().top > window.innerHeight / 2) bench.scrollIntoView({ block: 'start' })
}
