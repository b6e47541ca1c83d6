import type { CustomerTotal } from '@paydesk/contract/billing/customer'
import { t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Customer.module.css'

export const Missing = ({ text }: { text: string }) => (
  <span className={styles.missing}>{text}</span>
)

/** With `onTag`, a tag leads to all customers that have it. */
export const Tags = ({ tags, onTag }: { tags: string[]; onTag?: (tag: string) => void }) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <span key={tag} className={styles.tag}>
        {onTag ? (
          <LinkButton title={t('customer.tag.filter', { tag })} onClick={() => onTag(tag)}>
            {tag}
          </LinkButton>
        ) : (
          tag
        )}
      </span>
    ))}
  </span>
)

/**
 * An amount can be known as paid without any single payment being known; "never" would be wrong
 * then.
 */
export const LastPaid = ({ at, totals }: { at: string | null; totals: CustomerTotal[] }) =>
  at ? (
    <Time at={at} />
  ) : (
    <Missing
      text={t(
        totals.some(({ paidMinor }) => paidMinor > 0)
          ? 'customer.lastPaid.unknown'
          : 'customer.lastPaid.never',
      )}
    />
  )
