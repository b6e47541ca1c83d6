import { disputeApi } from '@paydesk/contract/billing/dispute'
import type { To } from 'react-router'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { DisputeActs } from './DisputeActs.tsx'
import { DisputeView } from './DisputeView.tsx'

/** A dispute as a page by itself. */
export default function DisputePage({ name, id, toList }: { name: RouteName; id: string; toList: To }) {
  const read = useApi(disputeApi.read, { params: { id } })
  return (
    <RecordPage
      name={name}
      id={id}
      read={read}
      title={({ providerDisputeId }) => t('dispute.page.title', { id: providerDisputeId })}
      extra={(dispute) => dispute && <DisputeActs key={id} dispute={dispute} />}
      back={{ to: toList, label: t('dispute.page.back') }}
      gone={t('dispute.page.gone')}
    >
      {(dispute) => <DisputeView key={id} dispute={dispute} />}
    </RecordPage>
  )
}
