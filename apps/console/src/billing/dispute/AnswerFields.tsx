import {
  type Dispute,
  evidenceTypes,
  offerTypes,
  returnTypes,
} from '@paydesk/contract/billing/dispute'
import { fromDecimal, toDecimal } from '@paydesk/contract/lib/money'
import { Form, Input, Select } from 'antd'
import { t } from '../../lib/i18n.ts'

export const EvidenceFields = () => (
  <>
    <Form.Item name="evidenceType" label={t('dispute.evidenceType')}>
      <Select
        options={evidenceTypes.map((value) => ({
          value,
          label: t(`dispute.evidenceType.${value}`),
        }))}
      />
    </Form.Item>
    <Form.Item name="carrier" label={t('dispute.carrier')}>
      <Input maxLength={100} placeholder="DHL" autoComplete="off" />
    </Form.Item>
    <Form.Item name="trackingNumber" label={t('dispute.trackingNumber')}>
      <Input maxLength={255} dir="ltr" autoComplete="off" />
    </Form.Item>
  </>
)

export function OfferFields({ dispute: { currency, amountMinor } }: { dispute: Dispute }) {
  const offerType = Form.useWatch<string | undefined>('offerType')
  return (
    <>
      <Form.Item name="offerType" label={t('dispute.offerType')}>
        <Select
          options={offerTypes.map((value) => ({ value, label: t(`dispute.offerType.${value}`) }))}
        />
      </Form.Item>
      {currency && amountMinor !== null && offerType !== 'REPLACEMENT_WITHOUT_REFUND' && (
        <Form.Item
          name="amount"
          label={t('dispute.offerAmount', { currency })}
          initialValue={toDecimal({ amountMinor, currency })}
          rules={[
            {
              required: true,
              validator: async (_, text: string) => {
                const amount = fromDecimal(text ?? '', currency)?.amountMinor ?? 0
                if (amount < 1 || amount > amountMinor)
                  throw new Error(t('dispute.offerAmount.invalid'))
              },
            },
          ]}
        >
          <Input inputMode="decimal" dir="ltr" autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}

export const ReturnFields = () => (
  <Form.Item name="returnType" label={t('dispute.returnType')}>
    <Select
      options={returnTypes.map((value) => ({ value, label: t(`dispute.returnType.${value}`) }))}
    />
  </Form.Item>
)
