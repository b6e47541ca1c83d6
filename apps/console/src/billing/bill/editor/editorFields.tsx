import { billTerms } from '@paydesk/contract/billing/billInput'
import type { Currency } from '@paydesk/contract/lib/money'
import { DatePicker, Form, Input, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { amountOf } from '../../../lib/amount.ts'
import { t } from '../../../lib/i18n.ts'
import { dayField } from '../../../ui/form/dayField.ts'
import { discountOf, percentOf } from './amount.ts'
import styles from './BillEditor.module.css'
import { dayAfter } from './editorValues.ts'
import { inCurrency, useDraft } from './useDraft.ts'

const format = 'YYYY-MM-DD'
const figure = {
  inputMode: 'decimal',
  dir: 'ltr',
  autoComplete: 'off',
  className: styles.figure ?? '',
} as const

export const TitleFields = ({ allowedCurrencies }: { allowedCurrencies: readonly Currency[] }) => (
  <div className={styles.pair}>
    <Form.Item name="title" label={t('bill.title')} extra={t('bill.title.hint')}>
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
    <Form.Item name="currency" label={t('bill.currency')}>
      <Select showSearch options={allowedCurrencies.map((value) => ({ value, label: value }))} />
    </Form.Item>
  </div>
)

/** The discount and the shipping of the whole bill. */
export function AmountFields() {
  return (
    <div className={styles.three}>
      <Form.Item
        name="discount"
        label={t('bill.discount.whole')}
        dependencies={['currency']}
        rules={[
          inCurrency((currency) =>
            optional((text) => discountOf(text, currency), t('bill.discount.invalid')),
          ),
        ]}
      >
        <Input placeholder={t('bill.discount.placeholder')} {...figure} />
      </Form.Item>
      <Form.Item
        name="shipping"
        label={t('bill.shipping')}
        dependencies={['currency']}
        rules={[
          inCurrency((currency) =>
            optional((text) => amountOf(text, currency), t('bill.amount.invalid', { currency })),
          ),
        ]}
      >
        <Input {...figure} />
      </Form.Item>
      <Form.Item
        name="shippingTax"
        label={t('bill.shippingTax')}
        rules={[optional(percentOf, t('bill.percent.invalid'))]}
      >
        <Input suffix="%" {...figure} />
      </Form.Item>
    </div>
  )
}

/** When the bill is due, and whether it may be paid in parts. */
export function PaymentFields({ today }: { today: string }) {
  const { currency, totals } = useDraft()
  const form = Form.useFormInstance()
  const term = Form.useWatch('term')
  const allowPartial = Form.useWatch('allowPartial')
  const isPast = (day: dayjs.Dayjs) => day.isBefore(dayjs(today), 'day')
  const onTerm = (next: string) =>
    form.setFieldValue(
      'dueDate',
      next === 'onDate' ? (form.getFieldValue('dueDate') ?? dayAfter(today, 15)) : null,
    )
  return (
    <>
      <div className={styles.three}>
        <Form.Item
          name="billDate"
          label={t('bill.billDate')}
          extra={t('bill.billDate.hint')}
          {...dayField}
        >
          <DatePicker
            format={format}
            disabledDate={isPast}
            className={styles.full ?? ''}
            placeholder={t('bill.billDate.today')}
          />
        </Form.Item>
        <Form.Item name="term" label={t('bill.term')}>
          <Select
            options={billTerms.map((value) => ({ value, label: t(`bill.term.${value}`) }))}
            onChange={onTerm}
          />
        </Form.Item>
        <Form.Item
          name="dueDate"
          label={t('bill.dueDate')}
          hidden={term !== 'onDate'}
          rules={term === 'onDate' ? [{ required: true, message: t('bill.day.required') }] : []}
          {...dayField}
        >
          <DatePicker format={format} disabledDate={isPast} className={styles.full ?? ''} />
        </Form.Item>
      </div>
      <div className={styles.pair}>
        <Form.Item
          name="allowPartial"
          label={t('bill.allowPartial')}
          valuePropName="checked"
          extra={t('bill.allowPartial.hint')}
        >
          <Switch />
        </Form.Item>
        <Form.Item
          name="minimumDue"
          label={t('bill.minimumDue')}
          hidden={!allowPartial}
          extra={t('bill.minimumDue.hint')}
          dependencies={['currency', 'items', 'discount', 'shipping']}
          rules={
            allowPartial
              ? [{ validator: (_, text) => checkMinimum(text, currency, totals.totalMinor) }]
              : []
          }
        >
          <Input {...figure} />
        </Form.Item>
      </div>
    </>
  )
}

export const TextFields = () => (
  <>
    <Form.Item name="note" label={t('bill.note')} extra={t('bill.note.hint')}>
      <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 8 }} />
    </Form.Item>
    <Form.Item name="terms" label={t('bill.terms')} extra={t('bill.terms.hint')}>
      <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 8 }} />
    </Form.Item>
    <Form.Item name="memo" label={t('bill.memo')} extra={t('bill.memo.hint')}>
      <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
    </Form.Item>
    <Form.Item name="tags" label={t('bill.tags')} extra={t('bill.tags.hint')}>
      <Select
        mode="tags"
        maxCount={10}
        tokenSeparators={[',', '，']}
        open={false}
        suffixIcon={null}
      />
    </Form.Item>
  </>
)

const optional = (parse: (text: string) => unknown, message: string) => ({
  validator: async (_: unknown, text: string | undefined) => {
    if (text?.trim() && parse(text) === undefined) throw new Error(message)
  },
})

async function checkMinimum(text: string | undefined, currency: Currency, totalMinor: number) {
  if (!text?.trim()) return
  const amount = amountOf(text, currency)
  if (!amount) throw new Error(t('bill.amount.invalid', { currency }))
  if (amount > totalMinor) throw new Error(t('bill.minimumDue.tooMuch'))
}
