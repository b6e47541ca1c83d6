import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import type { Currency } from '@paydesk/contract/lib/money'
import { Button, Form, Input } from 'antd'
import { amountOf } from '../../../lib/amount.ts'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import { lineOf } from '../totals.ts'
import { discountOf, percentOf, quantityOf } from './amount.ts'
import { emptyItem, type ItemValues, itemOf } from './editorValues.ts'
import styles from './Items.module.css'
import { inCurrency, useCurrency } from './useDraft.ts'

type Props = { index: number; count: number; onRemove: () => void; onMove: (step: -1 | 1) => void }

export function ItemRow({ index, count, onRemove, onMove }: Props) {
  const currency = useCurrency()
  const line = index + 1
  const cell = (field: keyof ItemValues, label: string) => ({
    name: [index, field],
    className: styles.cell ?? '',
    label: <Label text={label} />,
  })
  const named = (label: string) => ({
    'aria-label': t('bill.item.cell', { line, label }),
    autoComplete: 'off' as const,
  })
  const figure = (label: string) => ({
    ...named(label),
    inputMode: 'decimal' as const,
    dir: 'ltr' as const,
    className: styles.input ?? '',
  })
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <Form.Item
          {...cell('name', t('bill.item.name'))}
          rules={[{ required: true, whitespace: true, message: t('bill.item.name.required') }]}
        >
          <Input
            maxLength={200}
            placeholder={t('bill.item.name')}
            {...named(t('bill.item.name'))}
          />
        </Form.Item>
        <Form.Item {...cell('description', t('bill.item.description'))}>
          <Input
            maxLength={1000}
            placeholder={t('bill.item.description')}
            {...named(t('bill.item.description'))}
          />
        </Form.Item>
      </div>
      <Form.Item
        {...cell('quantity', t('bill.item.quantity'))}
        rules={[checked(quantityOf, t('bill.item.quantity.invalid'))]}
      >
        <Input {...figure(t('bill.item.quantity'))} />
      </Form.Item>
      <Form.Item
        {...cell('unitAmount', t('bill.item.unitAmount'))}
        dependencies={['currency']}
        rules={[
          inCurrency((currency) =>
            checked((text) => amountOf(text, currency), t('bill.amount.invalid', { currency })),
          ),
        ]}
      >
        <Input {...figure(t('bill.item.unitAmount'))} />
      </Form.Item>
      <div className={styles.tax}>
        <Form.Item
          {...cell('taxPercent', t('bill.item.taxPercent'))}
          rules={[checked(percentOf, t('bill.percent.invalid'), true)]}
        >
          <Input suffix="%" {...figure(t('bill.item.taxPercent'))} />
        </Form.Item>
        <Form.Item {...cell('taxName', t('bill.item.taxName'))}>
          <Input
            maxLength={100}
            placeholder={t('bill.item.taxName')}
            {...named(t('bill.item.taxName'))}
          />
        </Form.Item>
      </div>
      <Form.Item
        {...cell('discount', t('bill.item.discount'))}
        dependencies={['currency']}
        rules={[
          inCurrency((currency) =>
            checked((text) => discountOf(text, currency), t('bill.discount.invalid'), true),
          ),
        ]}
      >
        <Input placeholder={t('bill.discount.placeholder')} {...figure(t('bill.item.discount'))} />
      </Form.Item>
      <LineAmount index={index} currency={currency} />
      <div className={styles.controls}>
        <IconButton
          icon={<ArrowUpOutlined />}
          label={t('bill.item.up', { line })}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={<ArrowDownOutlined />}
          label={t('bill.item.down', { line })}
          disabled={line === count}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon={<DeleteOutlined />}
          label={t('bill.item.remove', { line })}
          disabled={count === 1}
          onClick={onRemove}
        />
      </div>
    </div>
  )
}

/** The label stands beside the field on a phone; on a wide screen the table head shows it. */
const Label = ({ text }: { text: string }) => <span className={styles.label}>{text}</span>

function LineAmount({ index, currency }: { index: number; currency: Currency }) {
  const item = Form.useWatch(['items', index]) as ItemValues | undefined
  const { grossMinor, discountMinor } = lineOf(itemOf({ ...emptyItem, ...item }, currency))
  return (
    <div className={styles.amount}>
      <Money amountMinor={grossMinor} currency={currency} />
      {discountMinor > 0 && (
        <span className={styles.off}>
          <Money amountMinor={-discountMinor} currency={currency} />
        </span>
      )}
    </div>
  )
}

const IconButton = ({
  label,
  ...button
}: {
  icon: React.ReactNode
  label: string
  disabled: boolean
  onClick: () => void
}) => <Button type="text" size="small" aria-label={label} title={label} {...button} />

const checked = (parse: (text: string) => unknown, message: string, optional = false) => ({
  validator: async (_: unknown, text: string | undefined) => {
    if (optional && !text?.trim()) return
    if (parse(text ?? '') === undefined) throw new Error(message)
  },
})
