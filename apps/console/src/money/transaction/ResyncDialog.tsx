import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { call, type Quiet } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { dayIn, instantsOf } from '../../lib/dateRange.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { gapsOf } from './coverage.ts'

type Values = { days: [Dayjs, Dayjs] }
const format = 'YYYY-MM-DD'

/** Reads a span of time again. It suggests the first gap, which is the usual reason to open it. */
export function ResyncDialog({
  account,
  onClosed,
}: {
  account: AccountCoverage
  onClosed: () => void
}) {
  const { timezone } = useCurrentUser().company
  const [form] = Form.useForm<Values>()
  const { accountId, accountLabel } = account
  const [gap] = gapsOf(account)
  const today = dayIn(timezone, new Date())
  const initial = gap
    ? [dayIn(timezone, new Date(gap.from)), dayIn(timezone, new Date(gap.to))]
    : [today, today]
  const resync = async (quiet: Quiet) => {
    const { days } = await form.validateFields()
    const { from, to } = instantsOf(
      { from: days[0].format(format), to: days[1].format(format) },
      timezone,
    )
    const now = new Date().toISOString()
    await call(transactionApi.resync, { body: { accountId, from, to: to < now ? to : now } }, quiet)
    feedback.message().success(t('money.resync.done', { account: accountLabel }))
    void refreshApi(transactionApi.coverage)
  }
  return (
    <ConfirmDialog
      title={t('money.resync.title', { account: accountLabel })}
      confirmLabel={t('money.resync.confirm')}
      onConfirm={resync}
      onClosed={onClosed}
    >
      <p>{t('money.resync.effect')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        name="resync"
        initialValues={{ days: initial.map((day) => dayjs(day)) }}
      >
        <Form.Item
          name="days"
          label={t('money.resync.days')}
          rules={[{ required: true, message: t('money.resync.days.required') }]}
        >
          <DatePicker.RangePicker
            format={format}
            allowClear={false}
            disabledDate={(day) => day.isAfter(dayjs(today), 'day')}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}
