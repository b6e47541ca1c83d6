import { billApi } from '@paydesk/contract/billing/bill'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ApiError } from '../../../lib/api/apiError.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import type { RouteName } from '../../../lib/routeName.ts'
import { LoadState } from '../../../ui/page/LoadState.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import styles from '../../../ui/page/record.module.css'
import type { SendBy } from '../dialog/doing.ts'
import { useBillActions } from '../dialog/useBillActions.tsx'
import { BillHeadActions } from './BillHeadActions.tsx'
import { BillView } from './BillView.tsx'

export default function BillPage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useApi(billApi.read, { params: { id } })
  const { act, ask, dialog } = useBillActions()
  useAskedToSend(id, (by) => ask({ action: 'send', id, by }))
  // While another bill loads, the one before must not stand in for it.
  const bill = data?.id === id ? data : undefined
  const list = name === 'finance.billDetail' ? paths.financeBillList() : paths.billList()
  const isGone = error instanceof ApiError && error.problem.kind === 'business' && error.problem.status === 404
  return (
    <Page
      name={name}
      title={bill && t('bill.page.title', { number: bill.number })}
      extra={bill && <BillHeadActions bill={bill} onDo={act} />}
    >
      <Link to={list} className={styles.back}>
        {t('bill.page.back')}
      </Link>
      {bill && <BillView bill={bill} />}
      {!bill && isGone && <p className={styles.gone}>{t('bill.page.gone')}</p>}
      {!bill && !isGone && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {dialog}
    </Page>
  )
}

/** The editor saves and leads here to send: whatever is answered there, the bill is in view. Asked once, not again after a reload. */
function useAskedToSend(id: string, ask: (by: SendBy) => void) {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const by = (state as { send?: SendBy } | null)?.send
  // biome-ignore lint/correctness/useExhaustiveDependencies: only being led here with the question is a reason
  useEffect(() => {
    if (!by) return
    ask(by)
    void navigate(pathname, { replace: true, state: null })
  }, [by, id])
}
