import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { AccountCoverage } from '@paydesk/contract/money/transaction'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { direction, t } from '../../lib/i18n.ts'
import { useFreshCoverage } from '../../shared/transaction/useCoverage.ts'
import { Coverage } from './Coverage.tsx'
import { gapsOf } from './coverage.ts'
import styles from './Transaction.module.css'

/**
 * How far the transactions are known and whether the books agree with PayPal: one line while all is
 * well, with the whole of it behind.
 */
export function SyncLine() {
  const { accounts, error } = useFreshCoverage()
  const [search] = useSearchParams()
  // A link in an e-mail asks for an account's statement, which is offered there.
  const [open, setOpen] = useState(search.has('statement'))
  return (
    <div className={styles.syncLine}>
      {(accounts || !error) && <Summary accounts={accounts} />}
      <Button
        type="link"
        size="small"
        icon={direction === 'rtl' ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        iconPlacement="end"
        onClick={() => setOpen(true)}
      >
        {t('money.coverage')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('money.coverage')}
        size={720}
        placement={direction === 'rtl' ? 'left' : 'right'}
        destroyOnHidden
      >
        <Coverage />
      </Drawer>
    </div>
  )
}

function Summary({ accounts }: { accounts: readonly AccountCoverage[] | undefined }) {
  const { timezone } = useCurrentUser().company
  if (!accounts) return <span className={styles.syncText}>{t('loading')}</span>
  if (accounts.length === 0)
    return <span className={styles.syncText}>{t('money.coverage.none')}</span>
  const troubled = accounts.filter(isTroubled)
  if (troubled.length > 0)
    return (
      <span className={`${styles.syncText} ${styles.troubled}`} role="status">
        <span className={styles.dot} aria-hidden />
        <span>
          {t('money.sync.troubled', {
            count: troubled.length,
            accounts: troubled.map(({ accountLabel }) => accountLabel).join(t('money.sync.and')),
          })}
        </span>
      </span>
    )
  const through = accounts
    .flatMap(({ completeThrough }) => (completeThrough ? [completeThrough] : []))
    .sort()[0]
  return (
    <span className={styles.syncText}>
      <span className={styles.dot} aria-hidden />
      <span>
        {t('money.sync.well', {
          count: accounts.length,
          time: through ? formatInstant(through, timezone) : '—',
        })}
      </span>
    </span>
  )
}

/**
 * Somebody should look: it cannot be read, has not been read whole, or does not agree with PayPal.
 */
const isTroubled = (account: AccountCoverage) =>
  account.failure !== '' ||
  account.completeThrough === null ||
  gapsOf(account).length > 0 ||
  account.setAside > 0 ||
  account.proofs.some(({ differenceMinor }) => differenceMinor !== 0) ||
  account.months.some(({ state }) => state === 'differs')
