import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { billApi } from '@paydesk/contract/billing/bill'
import { personText } from '@paydesk/contract/lib/record'
import { Alert, Form, Input } from 'antd'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { DisputeLink, disputeIdOf } from '../../shared/dispute/DisputeLink.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import styles from './Approval.module.css'
import { settlementText } from './settlement.ts'

export type Decision = 'approve' | 'reject'
type Props = {
  decision: Decision
  approval: Approval
  /** Runs the decision; whoever shows one request after another goes on from there. */
  around: (work: () => Promise<void>) => Promise<void>
  onClosed: () => void
}

export function DecideDialog({ decision, approval, around, onClosed }: Props) {
  const [form] = Form.useForm<{ note: string }>()
  const { billNumber, customerName, requestedByName, requestedByUsername, reason } = approval
  const isRejection = decision === 'reject'
  const isSettlement = approval.kind === 'settleRefund'
  const words = isSettlement
    ? (`approval.settle.${decision}` as const)
    : (`approval.${decision}` as const)
  return (
    <ConfirmDialog
      title={t(`${words}.title`, { amount: formatMoney(approval, locale) })}
      confirmLabel={t(`approval.${decision}`)}
      danger={isRejection}
      ready={!isRejection}
      onConfirm={async (quiet) => {
        const { note } = await form.validateFields()
        await around(() => decide(decision, approval, note, quiet))
        feedback.message().success(t(`${words}.done`))
      }}
      helpAfter={({ data }) => <ToDispute id={disputeIdOf(data)} />}
      onClosed={onClosed}
    >
      {isSettlement && (
        <p>
          <strong>{settlementText(approval)}</strong>
        </p>
      )}
      <p>
        {t(`${words}.effect`, {
          number: billNumber,
          customer: customerName,
          who: personText(requestedByName, requestedByUsername),
        })}
      </p>
      {approval.disputeId && !isSettlement && (
        <Alert
          className={styles.disputed ?? ''}
          type="warning"
          showIcon
          title={
            <>
              {t('approval.disputed.hint')} <ToDispute id={approval.disputeId} />
            </>
          }
        />
      )}
      <p>
        {t('approval.reason.of')}
        <bdi>{reason}</bdi>
      </p>
      <Form form={form} layout="vertical" name="decide" initialValues={{ note: '' }}>
        <Form.Item
          name="note"
          label={t(isRejection ? 'approval.note' : 'approval.note.optional')}
          rules={
            isRejection
              ? [{ required: true, whitespace: true, message: t('approval.note.required') }]
              : []
          }
        >
          <Input.TextArea
            autoFocus={isRejection}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}

const ToDispute = ({ id }: { id: string | undefined }) =>
  id && <DisputeLink id={id}>{t('approval.toDispute')}</DisputeLink>

async function decide(decision: Decision, { id, version }: Approval, note: string, quiet: Quiet) {
  try {
    await call(approvalApi[decision], { params: { id }, body: { version, note } }, quiet)
  } finally {
    for (const endpoint of [approvalApi.list, approvalApi.read, billApi.read])
      void refreshApi(endpoint)
  }
}
