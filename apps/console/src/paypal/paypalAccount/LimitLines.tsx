import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Currency, currencies } from '@paydesk/contract/lib/money'
import { Button, Form, Input, Select } from 'antd'
import { t } from '../../lib/i18n.ts'
import { blankLine, isAmount, type LimitLine } from './limitValues.ts'
import styles from './PaypalAccountPage.module.css'

const options = currencies.map((value) => ({ value, label: value }))
const amounts = ['billMin', 'billMax', 'daily', 'monthly'] as const

/** One line per currency: amounts of different currencies are never added. */
export const LimitLines = () => (
  <Form.Item label={t('paypalAccount.limitLines')} extra={t('paypalAccount.limitLines.hint')}>
    <Form.List name="limits">
      {(lines, { add, remove }) => (
        <div className={styles.lines}>
          {lines.map(({ key, name }, index) => (
            <div key={key} className={styles.line}>
              <Form.Item
                name={[name, 'currency']}
                label={t('paypalAccount.limit.currency')}
                {...stacked}
                rules={[currencyRule(name)]}
              >
                <Select options={options} showSearch />
              </Form.Item>
              <Button
                icon={<DeleteOutlined />}
                className={styles.lineRemove ?? ''}
                aria-label={t('paypalAccount.limit.remove', { line: index + 1 })}
                onClick={() => remove(name)}
              />
              {amounts.map((field) => (
                <Form.Item
                  key={field}
                  name={[name, field]}
                  label={t(`paypalAccount.limit.${field}`)}
                  {...stacked}
                  dependencies={[
                    ['limits', name, 'currency'],
                    ...(field === 'billMax' ? [['limits', name, 'billMin']] : []),
                  ]}
                  rules={[amountRule(name, field)]}
                >
                  <Input
                    inputMode="decimal"
                    maxLength={16}
                    dir="ltr"
                    className={styles.amountInput ?? ''}
                  />
                </Form.Item>
              ))}
            </div>
          ))}
          <div>
            <Button
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add(blankLine)}
              disabled={lines.length >= currencies.length}
            >
              {t('paypalAccount.limit.add')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  </Form.Item>
)

/** Labels stand above the fields: four amounts in a row leave no room at their side. */
const stacked = { layout: 'vertical', labelCol: { span: 24 }, wrapperCol: { span: 24 } } as const

type Reader = { getFieldValue: (name: (string | number)[]) => unknown }

const currencyRule =
  (line: number) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, currency: Currency | undefined) => {
      if (!currency) throw new Error(t('paypalAccount.limit.currency.required'))
      const lines = getFieldValue(['limits']) as LimitLine[]
      if (lines.findIndex((one) => one?.currency === currency) < line)
        throw new Error(t('paypalAccount.limit.currency.twice'))
    },
  })

const amountRule =
  (line: number, field: (typeof amounts)[number]) =>
  ({ getFieldValue }: Reader) => ({
    validator: async (_: unknown, amount: string) => {
      const { currency, billMin } = getFieldValue(['limits', line]) as LimitLine
      if (!isAmount(amount, currency)) throw new Error(t('paypalAccount.limit.invalid'))
      const below =
        field === 'billMax' &&
        amount.trim() !== '' &&
        billMin.trim() !== '' &&
        Number(amount) < Number(billMin)
      if (below) throw new Error(t('paypalAccount.limit.order'))
    },
  })
