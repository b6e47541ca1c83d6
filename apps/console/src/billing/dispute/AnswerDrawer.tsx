import { type Dispute, type DisputeAction, disputeApi } from '@paydesk/contract/billing/dispute'
import { fromDecimal } from '@paydesk/contract/lib/money'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { errorWords } from '../../lib/api/errors.ts'
import { putApi, refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { EvidenceFields, OfferFields, ReturnFields } from './AnswerFields.tsx'
import { FilePicker } from './FilePicker.tsx'

export type Values = {
  note: string
  evidenceType?: string
  carrier?: string
  trackingNumber?: string
  offerType?: string
  amount?: string
  returnType?: string
}
type Props = { dispute: Dispute; action: DisputeAction; onClosed: () => void }

/**
 * One answer to PayPal. The drawer says what the answer means before it is sent: most answers
 * cannot be taken back.
 */
export function AnswerDrawer({ dispute, action, onClosed }: Props) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const showsEvidence = action === 'provideEvidence' || action === 'appeal'
  const unsent = dispute.files.filter(({ sent }) => !sent)
  const send = async (values: Values, close: () => void) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const fileIds = showsEvidence ? unsent.map(({ id }) => id) : []
      await answer(dispute, action, values, fileIds)
      feedback.message().success(t('dispute.done'))
      close()
    } catch (error) {
      setRefusal(errorWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDrawer title={t(`dispute.action.${action}`)} onClosed={onClosed}>
      {(close) => (
        <Form<Values>
          form={form}
          layout="vertical"
          name="answer"
          initialValues={initial}
          onFinish={(values) => void send(values, close)}
        >
          <Form.Item>
            <Alert
              type={action === 'acceptClaim' ? 'warning' : 'info'}
              showIcon
              title={t(`dispute.about.${action}`)}
            />
          </Form.Item>
          {showsEvidence && <EvidenceFields />}
          {action === 'makeOffer' && <OfferFields dispute={dispute} />}
          {action === 'acknowledgeReturn' && <ReturnFields />}
          <Form.Item
            name="note"
            label={t(`dispute.note.${action}`)}
            rules={[
              {
                required: action !== 'acknowledgeReturn',
                whitespace: true,
                message: t('dispute.note.required'),
              },
            ]}
          >
            <Input.TextArea maxLength={2000} autoSize={{ minRows: 4, maxRows: 12 }} />
          </Form.Item>
          {showsEvidence && <FilePicker dispute={dispute} />}
          <FormNotice notice={refusal ? { type: 'error', text: refusal } : undefined} />
          <Button type="primary" danger={action === 'acceptClaim'} htmlType="submit" loading={busy}>
            {t(`dispute.action.${action}`)}
          </Button>
        </Form>
      )}
    </FormDrawer>
  )
}

const initial: Values = {
  note: '',
  evidenceType: 'PROOF_OF_FULFILLMENT',
  offerType: 'REFUND',
  returnType: 'ITEM_RECEIVED',
}

async function answer(
  { id, version, currency }: Dispute,
  action: DisputeAction,
  values: Values,
  fileIds: string[],
) {
  const { note, evidenceType, carrier, trackingNumber, offerType, amount, returnType } = values
  const amountMinor = amount && currency ? fromDecimal(amount, currency)?.amountMinor : undefined
  const body = {
    version,
    action,
    note,
    fileIds,
    ...(evidenceType && { evidenceType }),
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(action === 'makeOffer' && { offerType, amountMinor }),
    ...(action === 'acknowledgeReturn' && { returnType }),
  }
  try {
    const after = await call(
      disputeApi.answer,
      { params: { id }, body: body as never },
      { skipErrorHandler: true },
    )
    putApi(disputeApi.read, { params: { id } }, after)
  } finally {
    for (const endpoint of [disputeApi.read, disputeApi.list]) void refreshApi(endpoint)
  }
}
