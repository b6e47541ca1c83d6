import { canAccess } from '@paydesk/contract/lib/access'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountDialogs } from './AccountDialogs.tsx'
import { CardActions, StatementButton } from './CardActions.tsx'
import type { Doing } from './doing.ts'
import styles from './PaypalAccountPage.module.css'

const filters = { show: ['archived'] as const }

export default function PaypalAccountPage({ name }: { name: RouteName }) {
  const { query, setFilter } = useListQuery(filters)
  const archived = query.show === 'archived'
  const mayChange = canAccess(useCurrentUser(), paypalAccountApi.connect.permission)
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  useKeys({ n: mayChange ? () => ask({ what: 'connect' }) : undefined })
  return (
    <Page
      name={name}
      extra={
        <div className={styles.actions}>
          <Button onClick={() => setFilter({ show: archived ? undefined : 'archived' })}>
            {t(archived ? 'paypalAccount.archived.hide' : 'paypalAccount.archived.show')}
          </Button>
          {mayChange && (
            <Button type="primary" onClick={() => ask({ what: 'connect' })}>
              {t('paypalAccount.connect')}
            </Button>
          )}
        </div>
      }
    >
      <Accounts archived={archived} mayChange={mayChange} onDo={ask} />
      <AccountDialogs key={key} doing={doing} onClosed={onClosed} />
    </Page>
  )
}

/**
 * A company has only a few accounts, so all are shown at once, in the order in which
 * routing tries them.
 */
type AccountsProps = { archived: boolean; mayChange: boolean; onDo: (doing: Doing) => void }

function Accounts({ archived, mayChange, onDo }: AccountsProps) {
  const { data, error, refetch } = useApi(paypalAccountApi.list, {
    query: { pageSize: 100, ...(archived && { state: 'archived' }) },
  })
  const now = useNow()
  if (!data) return <LoadState failed={error !== null} onRetry={refetch} />
  if (data.list.length === 0) return <Empty archived={archived} mayChange={mayChange} />
  return (
    <div className={styles.cards}>
      {data.list.map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          now={now}
          actions={
            <div className={styles.actions}>
              <StatementButton account={account} onDo={onDo} />
              {mayChange && account.state !== 'archived' && (
                <CardActions account={account} onDo={onDo} />
              )}
            </div>
          }
        />
      ))}
    </div>
  )
}

function Empty({ archived, mayChange }: { archived: boolean; mayChange: boolean }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>
        {t(archived ? 'paypalAccount.noneArchived' : 'paypalAccount.none')}
      </p>
      {!archived && (
        <p className={styles.note}>
          {t(mayChange ? 'paypalAccount.none.description' : 'paypalAccount.none.readOnly')}
        </p>
      )}
    </div>
  )
}

/** The current time, renewed because facts grow old while someone looks at them. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
