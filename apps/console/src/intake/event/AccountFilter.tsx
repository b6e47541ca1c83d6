import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { SelectFilter } from '../../ui/table/SelectFilter.tsx'

type Props = { value: string | undefined; onChange: (value: string | undefined) => void }

export function AccountFilter({ value, onChange }: Props) {
  const { data } = useApi(paypalAccountApi.list, { query: { pageSize: 100 } })
  const options = (data?.list ?? []).map(({ id, label }) => ({ value: id, label }))
  return (
    <SelectFilter
      label={t('event.account')}
      all={t('event.account.all')}
      value={data ? value : undefined}
      options={options}
      onChange={onChange}
      search
    />
  )
}
