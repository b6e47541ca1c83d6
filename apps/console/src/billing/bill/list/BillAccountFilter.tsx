import { canAccess } from '@paydesk/contract/lib/access'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { SelectFilter } from '../../../ui/table/SelectFilter.tsx'

type Props = { value: string | undefined; onChange: (value: string | undefined) => void }
type Account = { id: string; label: string }

/**
 * People who manage accounts read all of them; people who make bills know the accounts that they may send through. Others have no names to
 * choose from.
 */
export function BillAccountFilter(props: Props) {
  const user = useCurrentUser()
  if (canAccess(user, paypalAccountApi.list.permission)) return <FromList {...props} />
  return canAccess(user, paypalAccountApi.choice.permission) ? <FromChoice {...props} /> : null
}

function FromList(props: Props) {
  const { data } = useApi(paypalAccountApi.list, { query: { pageSize: 100 } })
  return <Choice {...props} accounts={data?.list} />
}

/** Only the names are needed, so any currency does. */
function FromChoice(props: Props) {
  const { data } = useApi(paypalAccountApi.choice, { query: { currency: 'USD' } })
  return <Choice {...props} accounts={data?.accounts} />
}

const Choice = ({ value, onChange, accounts }: Props & { accounts: readonly Account[] | undefined }) => (
  <SelectFilter
    label={t('bill.account')}
    all={t('bill.account.all')}
    value={accounts ? value : undefined}
    options={(accounts ?? []).map(({ id, label }) => ({ value: id, label }))}
    onChange={onChange}
    search
  />
)
