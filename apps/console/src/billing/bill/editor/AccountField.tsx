import type { Currency } from '@paydesk/contract/lib/money'
import { type AccountChoice, whyNotText } from '@paydesk/contract/paypal/accountChoice'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { Form, Select } from 'antd'
import { useApi } from '../../../lib/api/query.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t, textPack } from '../../../lib/i18n.ts'
import { usePaused } from '../../../ui/usePaused.ts'
import { useDraft } from './useDraft.ts'

/** antd's Select takes null for "nothing chosen"; here it is a choice of its own. */
const automatic = 'automatic'
const asField = {
  getValueProps: (accountId: string | null) => ({ value: accountId ?? automatic }),
  normalize: (value: string) => (value === automatic ? null : value),
}

/**
 * Chooses the PayPal account that collects the money. It shows what is left of each account's
 * limits, and which account would be taken and why. A bill that PayPal already has as an invoice
 * stays at its account.
 */
export function AccountField({ isFixed }: { isFixed: boolean }) {
  const { totals, currency } = useDraft()
  const customerId = Form.useWatch('customerId') as string | undefined
  const totalMinor = usePaused(totals.totalMinor)
  const { data, error } = useApi(paypalAccountApi.choice, {
    query: { currency, totalMinor, ...(customerId && { customerId }) },
  })
  const accountId = Form.useWatch('accountId') as string | null | undefined
  return (
    <Form.Item
      name="accountId"
      label={t('bill.account')}
      extra={
        isFixed
          ? t('bill.account.fixed')
          : data
            ? hintOf(data, accountId ?? null)
            : error && t('table.failed')
      }
      {...asField}
    >
      <Select
        loading={!data && !error}
        disabled={isFixed}
        options={[
          { value: automatic, label: automaticText(data) },
          ...(data?.accounts ?? []).map((account) => ({
            value: account.id,
            label: [account.label, leftText(account, currency)].filter(Boolean).join(' · '),
            disabled: !data?.mayPick || account.whyNot !== null,
            title: account.whyNot ? whyNotText(account.whyNot, textPack) : account.label,
          })),
        ]}
      />
    </Form.Item>
  )
}

const labelOf = (data: AccountChoice, id: string) =>
  data.accounts.find((account) => account.id === id)?.label ?? ''

function automaticText(data: AccountChoice | undefined) {
  if (data?.chosen)
    return t('bill.account.automatic.chosen', { label: labelOf(data, data.chosen.accountId) })
  return t(data?.mode === 'manual' ? 'bill.account.notPicked' : 'bill.account.automatic')
}

/** Why this account is taken, or why none is. */
function hintOf(data: AccountChoice, accountId: string | null): string {
  const picked = accountId && data.accounts.find(({ id }) => id === accountId)
  if (picked)
    return picked.whyNot
      ? t('bill.account.refused', { why: whyNotText(picked.whyNot, textPack) })
      : t('bill.routing.chosen')
  if (data.blockedBy) return t('bill.account.blocked', { label: labelOf(data, data.blockedBy) })
  if (data.chosen) return t(`bill.routing.${data.chosen.reason}`)
  const reasons = data.accounts.flatMap(({ label, whyNot }) =>
    whyNot ? [`${label}: ${whyNotText(whyNot, textPack)}`] : [],
  )
  return [
    t(
      data.accounts.length === 0
        ? 'bill.account.none'
        : data.mode === 'manual'
          ? 'bill.account.pick'
          : 'bill.account.noneFits',
    ),
    ...reasons,
  ].join(' ')
}

function leftText(
  { leftTodayMinor, leftMonthMinor, leftTodayCount, whyNot }: AccountChoice['accounts'][number],
  currency: Currency,
) {
  if (whyNot) return whyNotText(whyNot, textPack)
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale)
  return [
    leftTodayMinor !== null && t('bill.account.leftToday', { amount: money(leftTodayMinor) }),
    leftMonthMinor !== null && t('bill.account.leftMonth', { amount: money(leftMonthMinor) }),
    leftTodayCount !== null && t('bill.account.leftCount', { count: leftTodayCount }),
  ]
    .filter(Boolean)
    .join(' · ')
}
