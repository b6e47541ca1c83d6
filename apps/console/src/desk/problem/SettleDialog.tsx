import { homeApi } from '@paydesk/contract/desk/home'
import { problemApi } from '@paydesk/contract/desk/problem'
import { type RowAside, rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** A person says why nothing has to be booked of a row. */
export function SettleDialog({
  row: { id, providerTransactionId },
  onClosed,
}: {
  row: RowAside
  onClosed: () => void
}) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <ConfirmDialog
      title={t('problem.row.settle.title', { id: providerTransactionId || t('problem.row.noId') })}
      confirmLabel={t('problem.row.settle')}
      onConfirm={async (quiet) => {
        const { reason } = await form.validateFields()
        await call(rowAsideApi.settle, { params: { id }, body: { reason } }, quiet)
        feedback.message().success(t('problem.row.settle.done'))
        for (const endpoint of [rowAsideApi.list, problemApi.list, homeApi.queue])
          void refreshApi(endpoint)
      }}
      onClosed={onClosed}
    >
      <p>{t('problem.row.settle.effect')}</p>
      <Form form={form} layout="vertical" name="settle" initialValues={{ reason: '' }}>
        <Form.Item
          name="reason"
          label={t('problem.row.settle.reason')}
          rules={[{ required: true, whitespace: true, message: t('problem.row.settle.required') }]}
        >
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}
