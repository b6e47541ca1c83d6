import { type Customer, customerApi } from '@paydesk/contract/billing/customer'
import { Form, Input, Select } from 'antd'
import { call, type Quiet } from '../../../lib/api/api.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import { feedback } from '../../../lib/feedback.ts'
import { t } from '../../../lib/i18n.ts'
import { countryOptions } from '../../../lib/regions.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type Values = { name: string; businessName: string; email: string; country: string | undefined }

/**
 * The few fields of a new customer that a bill needs; the rest is entered on the
 * customer's own page.
 */
export function QuickCustomer({
  name,
  onCreated,
  onClosed,
}: {
  name: string
  onCreated: (customer: Customer) => void
  onClosed: () => void
}) {
  const [form] = Form.useForm<Values>()
  const isEmail = name.includes('@')
  const create = async (quiet: Quiet) => {
    const { email, country, ...values } = await form.validateFields()
    const customer = await call(
      customerApi.create,
      { body: { ...values, email: email || null, country: country ?? null } },
      quiet,
    )
    void refreshApi(customerApi.option)
    feedback.message().success(t('bill.customer.created', { name: customer.name }))
    onCreated(customer)
  }
  return (
    <ConfirmDialog
      title={t('bill.customer.create')}
      confirmLabel={t('bill.customer.create.confirm')}
      onConfirm={create}
      onClosed={onClosed}
    >
      <Form<Values>
        form={form}
        name="quickCustomer"
        layout="vertical"
        initialValues={{
          name: isEmail ? '' : name,
          businessName: '',
          email: isEmail ? name : '',
          country: undefined,
        }}
      >
        <Form.Item
          name="name"
          label={t('bill.customer.name')}
          rules={[{ required: true, whitespace: true, message: t('bill.customer.name.required') }]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('bill.recipient.email')}
          extra={t('bill.customer.email.hint')}
          rules={[
            { type: 'email', message: t('bill.customer.email.invalid'), validateTrigger: 'onBlur' },
          ]}
          validateTrigger={['onChange', 'onBlur']}
        >
          <Input maxLength={254} inputMode="email" dir="ltr" autoComplete="off" />
        </Form.Item>
        <Form.Item name="businessName" label={t('bill.recipient.business')}>
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
        <Form.Item name="country" label={t('bill.recipient.country')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={countryOptions()}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}
