import type { Bill } from '@paydesk/contract/billing/bill'
import { type Refund, refundApi } from '@paydesk/contract/billing/refund'
import { Form, Input, Radio } from 'antd'
import { call, type Quiet } from '../../../lib/api/api.ts'
import { feedback } from '../../../lib/feedback.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { refreshBill } from '../refresh.ts'

type Values = { happened: boolean; providerRefundId?: string; reason: string }
type Props = { billId: string; refund: Refund; currency: Bill['currency']; onClosed: () => void }

/**
 * Nobody knows whether PayPal made the refund. One person says what they found out on paypal.com;
 * another has to confirm it.
 */
export function SettleDialog({ billId, refund, currency, onClosed }: Props) {
  const [form] = Form.useForm<Values>()
  const happened = Form.useWatch('happened', form)
  return (
    <ConfirmDialog
      title={t('bill.settle.title', {
        amount: formatMoney({ amountMinor: refund.amountMinor, currency }, locale),
      })}
      confirmLabel={t('bill.settle.confirm')}
      onConfirm={async (quiet) => {
        await propose(billId, refund.id, await form.validateFields(), quiet)
        feedback.message().success(t('bill.settle.done'))
      }}
      onClosed={onClosed}
    >
      <p>{t('bill.settle.intro')}</p>
      <Form<Values> form={form} layout="vertical" name="settle" initialValues={{ reason: '' }}>
        {/* Nothing is chosen beforehand: what counts as money must not be said by an
            inattentive click. */}
        <Form.Item
          name="happened"
          label={t('bill.settle.happened')}
          rules={[{ required: true, message: t('bill.settle.happened.required') }]}
        >
          <Radio.Group
            options={[
              { value: true, label: t('bill.settle.happened.yes') },
              { value: false, label: t('bill.settle.happened.no') },
            ]}
          />
        </Form.Item>
        {happened && (
          <Form.Item
            name="providerRefundId"
            label={t('bill.settle.id')}
            extra={t('bill.settle.id.hint')}
            rules={[{ required: true, whitespace: true, message: t('bill.settle.id.required') }]}
          >
            <Input maxLength={64} autoComplete="off" dir="ltr" />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={t('bill.settle.reason')}
          rules={[{ required: true, whitespace: true, message: t('bill.settle.reason.required') }]}
        >
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}

async function propose(
  id: string,
  refundId: string,
  { happened, providerRefundId, reason }: Values,
  quiet: Quiet,
) {
  const body = { happened, reason, ...(happened && { providerRefundId }) }
  try {
    await call(refundApi.settle, { params: { id, refundId }, body }, quiet)
  } finally {
    refreshBill()
  }
}
