import { type Bill, type BillPayment, billApi } from '@paydesk/contract/billing/bill'
import type { BillFailure } from '@paydesk/contract/billing/billFailure'
import { type Refund, type RefundPreview, refundApi } from '@paydesk/contract/billing/refund'
import { toDecimal } from '@paydesk/contract/lib/money'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { amountOf } from '../../../lib/amount.ts'
import { call, type Quiet } from '../../../lib/api/api.ts'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'
import { feedback } from '../../../lib/feedback.ts'
import { formatMoney } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { DisputeLink, disputeIdOf } from '../../../shared/dispute/DisputeLink.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { refreshBill } from '../refresh.ts'
import { refusalOf } from '../refusal.ts'
import type { DialogProps } from './doing.ts'
import { RefundConsequence } from './RefundConsequence.tsx'
import { usePayPalAnswer } from './usePayPalAnswer.tsx'

type Values = { paymentId: string; amount: string; reason: string; noteToPayer: string }

const leftOf = ({ source, pending, amountMinor, refundedMinor, refundingMinor }: BillPayment) =>
  source === 'paypal' && !pending ? amountMinor - refundedMinor - refundingMinor : 0

/**
 * Before anyone asks for a refund, the dialog shows live what is left, what PayPal keeps
 * and who must agree.
 */
export function RefundDialog({ bill, onClosed }: DialogProps) {
  const user = useCurrentUser()
  const { isWaiting, isLost, notice, run } = usePayPalAnswer()
  /** While PayPal is awaited, what is left must not shrink under the question. */
  const [asked, setAsked] = useState(bill)
  const payments = (isWaiting || isLost ? asked : bill).payments.filter(
    (payment) => leftOf(payment) > 0,
  )
  const [first] = payments
  const [form] = Form.useForm<Values>()
  const paymentId = Form.useWatch('paymentId', form) ?? first?.id
  const amountMinor = amountOf(Form.useWatch('amount', form) ?? '', bill.currency) ?? 0
  const preview = usePreview(bill, paymentId, amountMinor)
  const payment = payments.find(({ id }) => id === paymentId)
  return (
    <ConfirmDialog
      title={t('bill.refund.title', { number: bill.number })}
      confirmLabel={t(
        preview?.approvalNeeded ? 'bill.refund.confirm.approval' : 'bill.refund.confirm',
      )}
      danger
      disabled={!first || isLost || (!isWaiting && refusalOf('refund', bill, user) !== undefined)}
      onConfirm={async (quiet) => {
        const values = await form.validateFields()
        let mine: string | undefined
        const refundOf = ({ refunds }: Bill) => refunds.find(({ id }) => id === mine)
        setAsked(bill)
        const after = await run({
          version: bill.version,
          ask: async (version) => {
            const refund = await ask({ ...bill, version }, values, quiet)
            mine = refund.id
            refreshBill()
            // The refund is on its way: whatever happens to this look, nobody may be
            // told to try again.
            return call(billApi.read, { params: { id: bill.id } }, quiet).catch(() => ({
              ...bill,
              refunds: [...bill.refunds, refund],
            }))
          },
          isUnderWay: (now) => {
            const refund = refundOf(now)
            return refund?.state === 'sending' && (refund.unknownSince ? 'unknown' : true)
          },
          failureOf: (now) => failureOf(refundOf(now)),
        })
        if (!after) return false
        const state = refundOf(after)?.state
        const done =
          state === 'waiting' || state === 'pending'
            ? (`bill.refund.done.${state}` as const)
            : 'bill.refund.done'
        return void feedback.message().success(t(done, { number: bill.number }))
      }}
      helpAfter={({ data }) => <ToDispute id={disputeIdOf(data)} />}
      onClosed={onClosed}
    >
      {first ? (
        <Form<Values>
          form={form}
          layout="vertical"
          name="refund"
          initialValues={{
            paymentId: first.id,
            amount: toDecimal({ amountMinor: leftOf(first), currency: bill.currency }),
            reason: '',
            noteToPayer: '',
          }}
          validateTrigger={['onChange', 'onBlur']}
        >
          {payments.length > 1 && (
            <Form.Item name="paymentId" label={t('bill.refund.payment')}>
              <Select
                options={payments.map((one) => ({ value: one.id, label: paymentText(bill, one) }))}
              />
            </Form.Item>
          )}
          {payments.length === 1 && (
            <Form.Item name="paymentId" hidden>
              <Input />
            </Form.Item>
          )}
          <Form.Item
            name="amount"
            label={t('bill.refund.amount', { currency: bill.currency })}
            extra={
              payment &&
              t('bill.refund.left', {
                left: formatMoney(
                  { amountMinor: leftOf(payment), currency: bill.currency },
                  locale,
                ),
              })
            }
            rules={[
              { required: true, validator: (_, text: string) => checkAmount(text, bill, payment) },
            ]}
          >
            <Input inputMode="decimal" dir="ltr" autoComplete="off" />
          </Form.Item>
          {preview && amountMinor > 0 && (
            <RefundConsequence preview={preview} amountMinor={amountMinor} />
          )}
          <Form.Item
            name="reason"
            label={t('bill.refund.reason')}
            extra={t('bill.refund.reason.hint')}
            rules={[
              { required: true, whitespace: true, message: t('bill.refund.reason.required') },
            ]}
          >
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
          <Form.Item
            name="noteToPayer"
            label={t('bill.refund.noteToPayer')}
            extra={t('bill.refund.noteToPayer.hint')}
          >
            <Input maxLength={255} />
          </Form.Item>
        </Form>
      ) : (
        <Alert type="info" showIcon title={t('bill.refund.nothing')} />
      )}
      {notice}
    </ConfirmDialog>
  )
}

/**
 * The last preview stays while the next amount is typed, but not when another payment is chosen:
 * for that one it would be wrong.
 */
function usePreview(
  bill: Bill,
  paymentId: string | undefined,
  amountMinor: number,
): RefundPreview | undefined {
  const { data } = useApi(refundApi.preview, {
    params: { id: bill.id },
    query: { paymentId: paymentId ?? bill.id, amountMinor },
  })
  return paymentId ? data : undefined
}

const paymentText = ({ currency }: Bill, payment: BillPayment) =>
  t('bill.refund.payment.option', {
    day: payment.countedOn,
    amount: formatMoney({ amountMinor: payment.amountMinor, currency }, locale),
    left: formatMoney({ amountMinor: leftOf(payment), currency }, locale),
  })

/** PayPal's refusal of a refund that was on its way, in the words of a bill's failures. */
const failureOf = (refund: Refund | undefined): BillFailure | null =>
  refund?.failure && (refund.state === 'refused' || refund.state === 'failed')
    ? { action: 'refundPayment', ...refund.failure, at: new Date().toISOString() }
    : null

const ToDispute = ({ id }: { id: string | undefined }) =>
  id && <DisputeLink id={id}>{t('bill.refund.toDispute')}</DisputeLink>

function ask(
  { id, version, currency }: Bill,
  { paymentId, amount, reason, noteToPayer }: Values,
  quiet: Quiet,
) {
  const body = {
    version,
    paymentId,
    amountMinor: amountOf(amount, currency) ?? 0,
    reason,
    noteToPayer,
  }
  return call(refundApi.ask, { params: { id }, body }, quiet)
}

async function checkAmount(text: string, { currency }: Bill, payment: BillPayment | undefined) {
  const amount = amountOf(text, currency)
  if (amount === undefined || amount < 1) throw new Error(t('bill.amount.invalid', { currency }))
  if (payment && amount > leftOf(payment)) throw new Error(t('bill.refund.tooMuch'))
}
