import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import styles from './AuditLogPage.module.css'
import { ChangeTable } from './ChangeTable.tsx'

/** The unfolded part of an entry: the change, where it came from, and its link in the chain. */
export function EntryDetail({ entry }: { entry: AuditRow }) {
  const { data } = useApi(auditLogApi.read, { params: { id: entry.id } })
  return (
    <div className={styles.detail}>
      <ChangeTable entry={entry} />
      <dl className={styles.facts}>
        <Fact name={t('audit.device')} value={entry.device} />
        <Fact name={t('audit.entityId')} value={entry.entityId} />
        <Fact name={t('audit.hash')} value={data?.hash ?? '…'} />
        <Fact
          name={t('audit.prevHash')}
          value={data?.prevHash || (data ? t('audit.firstEntry') : '…')}
        />
      </dl>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi dir="ltr">{value}</bdi>
    </dd>
  </div>
)
