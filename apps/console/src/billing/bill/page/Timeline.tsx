import { PayCircleOutlined, RobotOutlined, UserOutlined } from '@ant-design/icons'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { LoadState } from '../../../ui/page/LoadState.tsx'
import { Time } from '../../../ui/Time.tsx'
import { entryWords } from './entryWords.ts'
import styles from './Timeline.module.css'

const icons = { person: UserOutlined, paypal: PayCircleOutlined, system: RobotOutlined }

/** People, PayPal and Paydesk in one line of time, newest first. */
export function Timeline({ bill }: { bill: Bill }) {
  const { data, error, refetch } = useApi(billApi.timeline, { params: { id: bill.id } })
  if (!data) return <LoadState failed={error !== null} onRetry={() => void refetch()} />
  return (
    <ol className={styles.timeline}>
      {data.list.map((entry) => (
        <Entry key={entry.id} entry={entry} currency={bill.currency} />
      ))}
    </ol>
  )
}

function Entry({ entry, currency }: { entry: BillEntry; currency: Bill['currency'] }) {
  const { what, detail } = entryWords(entry, currency)
  const Icon = icons[entry.source]
  return (
    <li className={styles.entry}>
      <span className={`${styles.icon} ${styles[entry.source]}`}>
        <Icon aria-hidden />
      </span>
      <div className={styles.body}>
        <div>{what}</div>
        {detail && (
          <div className={styles.detail}>
            <bdi>{detail}</bdi>
          </div>
        )}
        <div className={styles.meta}>
          {whoOf(entry)} · <Time at={entry.at} />
        </div>
      </div>
    </li>
  )
}

/**
 * People are called by their names; of PayPal and of what ran by itself it is said that it was
 * they.
 */
const whoOf = ({ source, actorName }: BillEntry) =>
  source === 'person' && actorName
    ? actorName
    : [t(`bill.source.${source}`), source === 'paypal' ? '' : actorName].filter(Boolean).join(' · ')
