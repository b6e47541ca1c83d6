import { personText } from '@paydesk/contract/lib/record'
import type { AuditRow } from '@paydesk/contract/office/auditLog'
import type { TableProps } from 'antd'
import { t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './AuditLogPage.module.css'
import { changesOf } from './changes.ts'
import { actionText, entityText, fieldText } from './wording.ts'

type Pick = { onActor: (id: string) => void; onEntity: (entity: string, id: string) => void }

export const auditColumns = ({
  onActor,
  onEntity,
}: Pick): NonNullable<TableProps<AuditRow>['columns']> => [
  { key: 'number', title: t('audit.number'), dataIndex: 'id', align: 'end' },
  { key: 'at', title: t('audit.at'), dataIndex: 'at', render: (at: string) => <Time at={at} /> },
  {
    key: 'actor',
    title: t('audit.actor'),
    render: (_, { actorId, actorName, actorUsername }) =>
      actorId ? (
        <LinkButton
          title={t('audit.onlyActor', { name: actorName })}
          onClick={() => onActor(actorId)}
        >
          {personText(actorName, actorUsername)}
        </LinkButton>
      ) : (
        actorName || t('audit.system')
      ),
  },
  { key: 'action', title: t('audit.action'), dataIndex: 'action', render: actionText },
  {
    key: 'object',
    title: t('audit.object'),
    render: (_, { entity, entityId, entityLabel }) => (
      <>
        <span className={styles.none}>{entityText(entity)}</span>{' '}
        <LinkButton title={t('audit.onlyObject')} onClick={() => onEntity(entity, entityId)}>
          {entityLabel || entityId.slice(0, 8)}
        </LinkButton>
      </>
    ),
  },
  { key: 'changed', title: t('audit.changed'), render: (_, entry) => <Changed entry={entry} /> },
  {
    key: 'address',
    title: t('audit.address'),
    dataIndex: 'address',
    render: (address: string) => <bdi dir="ltr">{address}</bdi>,
  },
]

function Changed({ entry: { entity, before, after } }: { entry: AuditRow }) {
  const text = changesOf(before, after)
    .map(({ field }) => fieldText(entity, field))
    .join(t('audit.listSeparator'))
  return (
    <span className={styles.clipped} title={text}>
      {text || t('audit.nothing')}
    </span>
  )
}
