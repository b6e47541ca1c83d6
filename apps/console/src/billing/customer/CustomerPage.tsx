import { type Customer, customerApi } from '@paydesk/contract/billing/customer'
import { statementApi } from '@paydesk/contract/billing/statement'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Alert, Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { heldOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { putApi, refreshApi, useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { StatementDialog } from '../../shared/statement/StatementDialog.tsx'
import { HeldButton } from '../../ui/HeldButton.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { useKeys } from '../../ui/useKeys.ts'
import styles from './Customer.module.css'
import { CustomerBills } from './CustomerBills.tsx'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { CustomerOverdue } from './CustomerOverdue.tsx'
import { CustomerPayments } from './CustomerPayments.tsx'
import { CustomerTotals } from './CustomerTotals.tsx'
import { MergeDialog } from './MergeDialog.tsx'

export default function CustomerPage({ name }: { name: RouteName }) {
  const { id = '' } = useParams()
  const read = useApi(customerApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      title={(customer) => customer.name}
      back={{ to: paths.customerList(), label: t('customer.backToList') }}
      gone={t('customer.missing')}
    >
      {(customer) => <Loaded customer={customer} />}
    </RecordPage>
  )
}

function Loaded({ customer }: { customer: Customer }) {
  const { mergedIntoId, mergedIntoName } = customer
  return (
    <div className={styles.main}>
      {mergedIntoId && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {t('customer.merged')} <Link to={paths.customer(mergedIntoId)}>{mergedIntoName}</Link>
            </>
          }
          description={t('customer.merged.description')}
        />
      )}
      <Head customer={customer} />
      <div className={styles.columns}>
        <CustomerFacts customer={customer} />
        <div className={styles.main}>
          <CustomerOverdue customerId={customer.id} />
          <CustomerBills customerId={customer.id} />
          <CustomerPayments customerId={customer.id} />
        </div>
      </div>
    </div>
  )
}

function Head({ customer }: { customer: Customer }) {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const { doing, key, ask, onClosed } = useDialog<'edit' | 'merge' | 'statement'>()
  const mayChange = canAccess(me, 'UpdateCustomer') && customer.mergedIntoId === null
  const newBill = () => {
    const { id, name, businessName, email, defaultCurrency } = customer
    void navigate(paths.billNew(), {
      state: { customer: { id, name, businessName, email, defaultCurrency } },
    })
  }
  const held = heldOf(me)
  useKeys({
    n:
      canAccess(me, 'CreatePayPalBill') && customer.mergedIntoId === null && !held
        ? newBill
        : undefined,
  })
  const changed = (now: Customer) => {
    putApi(customerApi.read, { params: { id: now.id } }, now)
    void refreshApi(customerApi.list)
  }
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <span className={styles.second}>{customer.businessName}</span>
        <div className={styles.actions}>
          {canAccess(me, 'CreatePayPalBill') && customer.mergedIntoId === null && (
            <HeldButton held={held} type="primary" onClick={newBill}>
              {t('customer.newBill')}
            </HeldButton>
          )}
          {canAccess(me, statementApi.customer.permission) && (
            <Button onClick={() => ask('statement')}>{t('statement')}</Button>
          )}
          {mayChange && (
            <>
              <Button onClick={() => ask('merge')}>{t('customer.merge')}</Button>
              <Button onClick={() => ask('edit')}>{t('action.edit')}</Button>
            </>
          )}
        </div>
      </div>
      <CustomerTotals totals={customer.totals} />
      {doing === 'edit' && (
        <CustomerDrawer key={key} customer={customer} onSaved={changed} onClosed={onClosed} />
      )}
      {doing === 'statement' && (
        <StatementDialog
          key={key}
          endpoint={statementApi.customer}
          subject={customer}
          onClosed={onClosed}
        />
      )}
      {doing === 'merge' && (
        <MergeDialog
          customer={customer}
          onMerged={(kept) => {
            changed(kept)
            void refreshApi(customerApi.read)
            void navigate(paths.customer(kept.id))
          }}
          onClosed={onClosed}
        />
      )}
    </section>
  )
}
