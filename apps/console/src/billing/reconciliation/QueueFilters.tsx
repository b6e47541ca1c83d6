import { currencies } from '@paydesk/contract/lib/money'
import { Button, Checkbox } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { useCoverage } from '../../shared/transaction/useCoverage.ts'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'
import styles from './Reconciliation.module.css'
import type { QueueState } from './useQueue.ts'

export function QueueFilters({ queue: { list, isFiltered } }: { queue: QueueState }) {
  const me = useCurrentUser()
  const { accounts, options } = useCoverage()
  const { accountId, currency, overdue, confirm, assigneeId } = list.query
  return (
    <div className={styles.filters}>
      <SelectFilter
        label={t('money.account')}
        all={t('money.account.all')}
        value={accounts ? accountId : undefined}
        options={options}
        onChange={(next) => list.setFilter({ accountId: next })}
      />
      <SelectFilter
        label={t('money.currency')}
        all={t('money.currency.all')}
        value={currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={(next) => list.setFilter({ currency: next })}
        search
      />
      <Checkbox checked={overdue === 'true'} onChange={({ target }) => list.setFilter({ overdue: target.checked ? 'true' : undefined })}>
        {t('money.queue.overdue')}
      </Checkbox>
      <Checkbox
        checked={assigneeId === me.id}
        onChange={({ target }) => list.setFilter({ assigneeId: target.checked ? me.id : undefined })}
      >
        {t('money.queue.mine')}
      </Checkbox>
      <Checkbox checked={confirm === 'true'} onChange={({ target }) => list.setFilter({ confirm: target.checked ? 'true' : undefined })}>
        {t('money.queue.confirm')}
      </Checkbox>
      {isFiltered && (
        <Button size="small" onClick={list.clear}>
          {t('table.clearFilters')}
        </Button>
      )}
    </div>
  )
}
