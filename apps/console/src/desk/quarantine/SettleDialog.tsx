import { quarantineApi } from '@paydesk/contract/desk/quarantine'
import { Form, Input } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** A person says that they have looked at these, and why nothing is left to do. */
export function SettleDialog({
  ids,
  onDone,
  onClosed,
}: {
  ids: string[]
  onDone: () => void
  onClosed: () => void
}) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <ConfirmDialog
      title={t('quarantine.settle.title', { count: ids.length })}
      confirmLabel={t('quarantine.settle')}
      onConfirm={async (quiet) => {
        const { reason } = await form.validateFields()
        const { settled } = await call(quarantineApi.settle, { body: { ids, reason } }, quiet)
        feedback.message().success(t('quarantine.settle.done', { count: settled }))
        onDone()
        for (const endpoint of [quarantineApi.read, quarantineApi.findings])
          void refreshApi(endpoint)
      }}
      onClosed={onClosed}
    >
      <p>{t('quarantine.settle.effect')}</p>
      <Form form={form} layout="vertical" name="settle" initialValues={{ reason: '' }}>
        <Form.Item
          name="reason"
          label={t('quarantine.settle.reason')}
          rules={[{ required: true, whitespace: true, message: t('quarantine.settle.required') }]}
        >
          <Input.TextArea
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder={t('quarantine.settle.example')}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}
