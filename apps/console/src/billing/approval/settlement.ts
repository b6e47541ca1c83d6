import type { Approval } from '@paydesk/contract/billing/approval'
import { t } from '../../lib/i18n.ts'

/** What the first person says became of the refund. */
export const settlementText = ({ happened, providerRefundId }: Approval) =>
  happened
    ? t('approval.settle.happened', { id: providerRefundId ?? '' })
    : t('approval.settle.notHappened')
