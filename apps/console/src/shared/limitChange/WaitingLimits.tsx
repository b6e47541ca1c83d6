import { personText } from '@paydesk/contract/lib/record'
import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { Button } from 'antd'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { DecideLimits, type Decision } from './DecideLimits.tsx'
import { limitDecisions } from './decisions.ts'
import styles from './WaitingLimits.module.css'
import { limitsText, whoseLimits } from './words.ts'

/**
 * The changes of limits that nobody has decided yet: the company's, or those of its people.
 * Undefined until they are known.
 */
export function useWaitingLimits(whose: 'user' | 'company') {
  const { data } = useApi(limitChangeApi.list, { query: { waiting: 'true', pageSize: 100 } })
  return data?.list.filter(({ userId }) => (userId === null) === (whose === 'company'))
}

/**
 * What somebody asked for, and the buttons of whoever may decide it. Shows nothing when nothing
 * waits.
 */
export function WaitingLimits({ changes }: { changes: readonly LimitChange[] }) {
  const { doing, key, ask, onClosed } = useDialog<{ decision: Decision; change: LimitChange }>()
  return (
    <>
      {changes.length > 0 && (
        <section className={styles.waiting} aria-label={t('limitChange.waiting')}>
          <h2 className={styles.title}>{t('limitChange.waiting')}</h2>
          <ul className={styles.list}>
            {changes.map((change) => (
              <Waiting
                key={change.id}
                change={change}
                onDecide={(decision) => ask({ decision, change })}
              />
            ))}
          </ul>
        </section>
      )}
      {doing && <DecideLimits key={key} {...doing} onClosed={onClosed} />}
    </>
  )
}

function Waiting({
  change,
  onDecide,
}: {
  change: LimitChange
  onDecide: (decision: Decision) => void
}) {
  const { before, after, userName, askedByName, askedByUsername, askedAt, obstacle } = change
  const whose = userName === null ? 'company' : 'user'
  return (
    <li className={styles.change}>
      <div>
        <strong>{whoseLimits(change)}</strong>
        <p className={styles.limits}>
          {limitsText(before, whose)}
          <span aria-hidden> → </span>
          <span className="visually-hidden">{t('limitChange.to')}</span>
          <b>{limitsText(after, whose)}</b>
        </p>
        <p className={styles.second}>
          {t('limitChange.askedBy', { name: personText(askedByName, askedByUsername) })}{' '}
          <Time at={askedAt} />
        </p>
        {obstacle && obstacle !== 'decided' && (
          <p className={styles.second}>{t(`limitChange.obstacle.${obstacle}`)}</p>
        )}
      </div>
      <div className={styles.actions}>
        {limitDecisions(change).map((decision) => (
          <Button
            key={decision}
            type={decision === 'approve' ? 'primary' : 'default'}
            danger={decision === 'reject'}
            onClick={() => onDecide(decision)}
          >
            {t(`limitChange.${decision}`)}
          </Button>
        ))}
      </div>
    </li>
  )
}
