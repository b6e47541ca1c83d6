import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type Currency,
  currencies,
  fromDecimal,
  type Money,
  toDecimal,
} from '@paydesk/contract/lib/money'
import { Button, Form, Input, Select } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './AmountLines.module.css'

/** Amounts are typed as decimals and kept as whole minor units, so that floats are never added. */
export type AmountLine = { currency?: Currency; amount: string }
export const linesOf = (amounts: readonly Money[]): AmountLine[] =>
  amounts.map(({ currency, amountMinor }) => ({
    currency,
    amount: toDecimal({ currency, amountMinor }),
  }))
export const amountsOf = (lines: readonly AmountLine[]): Money[] =>
  lines.flatMap(({ currency, amount }) => (currency && fromDecimal(amount, currency)) ?? [])

const options = currencies.map((value) => ({ value, label: value }))

/** One amount per currency, as a list in a form. */
export const AmountLines = ({ name: list }: { name: string }) => (
  <Form.List name={list}>
    {(lines, { add, remove }) => (
      <div className={styles.lines}>
        {lines.map(({ key, name }, index) => (
          <div key={key} className={styles.line}>
            <Form.Item
              name={[name, 'currency']}
              wrapperCol={{ span: 24 }}
              rules={[currencyRule(list, name)]}
            >
              <Select options={options} showSearch aria-label={t('amountLines.currency')} />
            </Form.Item>
            <Form.Item
              name={[name, 'amount']}
              wrapperCol={{ span: 24 }}
              dependencies={[[list, name, 'currency']]}
              rules={[amountRule(list, name)]}
            >
              <Input
                inputMode="decimal"
                maxLength={16}
                aria-label={t('amountLines.amount')}
                dir="ltr"
              />
            </Form.Item>
            <Button
              icon={<DeleteOutlined />}
              aria-label={t('amountLines.remove', { line: index + 1 })}
              onClick={() => remove(name)}
            />
          </div>
        ))}
        <div>
          <Button
            icon={<PlusOutlined aria-hidden />}
            onClick={() => add({ amount: '' })}
            disabled={lines.length >= currencies.length}
          >
            {t('amountLines.add')}
          </Button>
        </div>
      </div>
    )}
  </Form.List>
)

type Reader = { getFieldValue: (name: (string | number)[]) => unknown }

const currencyRule =
  (list: string, line: number) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, currency: Currency | undefined) => {
      if (!currency) throw new Error(t('amountLines.currency.required'))
      const lines = getFieldValue([list]) as AmountLine[]
      if (lines.findIndex((one) => one?.currency === currency) < line)
        throw new Error(t('amountLines.twice'))
    },
  })

const amountRule =
  (list: string, line: number) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, amount: string) => {
      const currency = getFieldValue([list, line, 'currency']) as Currency | undefined
      const money = fromDecimal(amount ?? '', currency ?? 'USD')
      if (!money || money.amountMinor < 0) throw new Error(t('amountLines.amount.invalid'))
    },
  })
