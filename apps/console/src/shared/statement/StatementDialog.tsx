import {
  type StatementFormat,
  type statementApi,
  statementFormats,
} from '@paydesk/contract/billing/statement'
import { DatePicker, Form, Modal, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { download, savedName } from '../../lib/api/download.ts'
import { dateRange, dayIn } from '../../lib/dateRange.ts'
import { t, textPack } from '../../lib/i18n.ts'
import { type TextPack, textPackOptions } from '../../lib/locale.ts'

type Props = {
  endpoint: typeof statementApi.account | typeof statementApi.customer
  subject: { id: string; name: string }
  /** The month to start with; without it, the last whole month. */
  month?: string | undefined
  onClosed: () => void
}
type Values = { month: string; format: StatementFormat; language: TextPack }

const monthField = {
  getValueProps: (month: string | undefined) => ({ value: month ? dayjs(`${month}-01`) : null }),
  normalize: (month: Dayjs | null) => month?.format('YYYY-MM'),
}

/** Downloads the statement of a month, in the language of its reader. */
export function StatementDialog({ endpoint, subject, month, onClosed }: Props) {
  const { company } = useCurrentUser()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [form] = Form.useForm<Values>()
  const today = dayIn(company.timezone, new Date())
  const initial: Values = {
    month: month ?? dateRange('previousMonth', today).from.slice(0, 7),
    format: 'pdf',
    language: textPack,
  }
  const save = async (query: Values) => {
    setBusy(true)
    const fileName = `${savedName([company.name, subject.name, query.month])}.${query.format}`
    if (await download(endpoint, { params: { id: subject.id }, query }, fileName)) setOpen(false)
    setBusy(false)
  }
  return (
    <Modal
      open={open}
      width={480}
      title={t('statement.title', { name: subject.name })}
      okText={t('statement.download')}
      cancelText={t('action.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form<Values>
        form={form}
        name="statement"
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="month"
          label={t('statement.month')}
          rules={[{ required: true, message: t('statement.month.required') }]}
          {...monthField}
        >
          <DatePicker picker="month" format="YYYY-MM" maxDate={dayjs(today)} />
        </Form.Item>
        <Form.Item name="language" label={t('statement.language')}>
          <Radio.Group options={textPackOptions} />
        </Form.Item>
        <Form.Item name="format" label={t('statement.format')}>
          <Radio.Group
            options={statementFormats.map((format) => ({
              value: format,
              label: format.toUpperCase(),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
