import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './StatusTags.module.css'
import { type Tagged, tagsOf } from './status.ts'

export const StatusTags = ({ bill }: { bill: Tagged }) => (
  <span className={styles.tags}>
    {tagsOf(bill).map(({ tone, text }) => (
      <StatusTag key={text} tone={tone}>
        {text}
      </StatusTag>
    ))}
  </span>
)
