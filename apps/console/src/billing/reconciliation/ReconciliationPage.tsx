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

/** On the left the transactions that nothing explains, on the right the bills that may explain them. */
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

/** Does nothing on a wide screen, where the bench lies beside the queue and is already in view. */
function bringIntoView(bench: HTMLElement) {
  if (bench.getBoundingClientRect().top > window.innerHeight / 2) bench.scrollIntoView({ block: 'start' })
}
