import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { toDecimal } from '@paydesk/contract/lib/money'
import { DatePicker, Form, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { amountOf } from '../../../lib/amount.ts'
import { call, type Quiet } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { dayIn } from '../../../lib/dateRange.ts'
import { feedback } from '../../../lib/feedback.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { dayField } from '../../../ui/form/dayField.ts'
import { refusalOf } from '../refusal.ts'
import type { DialogProps } from './doing.ts'
import { usePayPalAnswer } from './usePayPalAnswer.tsx'

const methods = [
  'BANK_TRANSFER',
  'WIRE_TRANSFER',
  'CASH',
  'CHECK',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'OTHER',
] as const
type Values = { amount: string; method: (typeof methods)[number]; paidOn: string; note: string }

/**
 * Records money that did not come through PayPal. PayPal notes it on the invoice, so that its page
 * asks for the rest only.
 */
export function RecordPaymentDialog({ bill, onClosed }: DialogProps) {
  const user = useCurrentUser()
  const [form] = Form.useForm<Values>()
  const { isWaiting, notice, run } = usePayPalAnswer()
  const today = dayIn(user.company.timezone, new Date())
  const due = { amountMinor: bill.dueMinor, currency: bill.currency }
  const initial: Values = {
    amount: toDecimal(due),
    method: 'BANK_TRANSFER',
    paidOn: today,
    note: '',
  }
  return (
    <ConfirmDialog
      title={t('bill.recordPayment.title', { number: bill.number })}
      confirmLabel={t('bill.recordPayment.confirm')}
      disabled={!isWaiting && refusalOf('recordPayment', bill, user) !== undefined}
      onConfirm={async (quiet) => {
        const values = await form.validateFields()
        if (
          !(await run({
            version: bill.version,
            ask: (version) => record({ ...bill, version }, values, quiet),
          }))
        )
          return false
        return void feedback
          .message()
          .success(t('bill.recordPayment.done', { number: bill.number }))
      }}
      onClosed={onClosed}
    >
      <p>{t('bill.recordPayment.effect')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        name="recordPayment"
        initialValues={initial}
        validateTrigger={['onChange', 'onBlur']}
      >
        <Form.Item
          name="amount"
          label={t('bill.recordPayment.amount', { currency: bill.currency })}
          extra={t('bill.recordPayment.due', { due: formatMoney(due, locale) })}
          rules={[{ required: true, validator: (_, text: string) => checkAmount(text, bill) }]}
        >
          <Input inputMode="decimal" dir="ltr" autoComplete="off" />
        </Form.Item>
        <Form.Item name="method" label={t('bill.recordPayment.method')}>
          <Select options={methods.map((value) => ({ value, label: t(`bill.method.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="paidOn"
          label={t('bill.recordPayment.paidOn')}
          {...dayField}
          rules={[{ required: true, message: t('bill.day.required') }]}
        >
          <DatePicker
            format="YYYY-MM-DD"
            allowClear={false}
            disabledDate={(day) => day.isAfter(dayjs(today), 'day')}
          />
        </Form.Item>
        <Form.Item name="note" label={t('bill.recordPayment.note')}>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
      {notice}
    </ConfirmDialog>
  )
}

const record = ({ id, version, currency }: Bill, { amount, ...rest }: Values, quiet: Quiet) =>
  call(
    billApi.recordPayment,
    { params: { id }, body: { ...rest, version, amountMinor: amountOf(amount, currency) ?? 0 } },
    quiet,
  )

async function checkAmount(text: string, { currency, dueMinor }: Bill) {
  const amount = amountOf(text, currency)
  if (amount === undefined || amount < 1) throw new Error(t('bill.amount.invalid', { currency }))
  if (amount > dueMinor) throw new Error(t('bill.recordPayment.tooMuch'))
}
