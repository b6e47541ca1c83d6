import { disputeApi } from '@paydesk/contract/billing/dispute'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import type { Panel } from '../../ui/workspace/usePanel.ts'
import { DisputeActs } from './DisputeActs.tsx'
import { DisputeView } from './DisputeView.tsx'

/** A dispute as a page by itself. */
export default function DisputePage({
  name,
  id,
  back,
}: {
  name: RouteName
  id: string
  back: Panel['back']
}) {
  const read = useApi(disputeApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      title={({ providerDisputeId }) => t('dispute.page.title', { id: providerDisputeId })}
      extra={(dispute) => dispute && <DisputeActs key={id} dispute={dispute} />}
      back={{ ...back, label: t('dispute.page.back') }}
      gone={t('dispute.page.gone')}
    >
      {(dispute) => <DisputeView key={id} dispute={dispute} />}
    </RecordPage>
  )
}
