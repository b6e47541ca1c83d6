import type { Currency } from '@paydesk/contract/lib/money'
import type { AuditRow } from '@paydesk/contract/office/auditLog'
import { t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import styles from './AuditLogPage.module.css'
import { type Change, changesOf, isEmpty, listChange } from './changes.ts'
import { fieldText, valueText } from './wording.ts'

/**
 * The entity of the entry, and the currency of each side's amounts. If only one side names a
 * currency, it did not change.
 */
type About = { entity: string; before: Currency | undefined; after: Currency | undefined }
const currencyOf = (values: AuditRow['before']) => values?.currency as Currency | undefined

/**
 * Before and after, side by side; when something was created or removed, only the side that exists.
 */
export function ChangeTable({ entry: { entity, before, after } }: { entry: AuditRow }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <p className={styles.none}>{t('audit.noChanges')}</p>
  const was = currencyOf(before) ?? currencyOf(after)
  const about = { entity, before: was, after: currencyOf(after) ?? was }
  const both = before !== null && after !== null
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            {before && <th scope="col">{t(both ? 'audit.before' : 'audit.removed')}</th>}
            {after && <th scope="col">{t(both ? 'audit.after' : 'audit.recorded')}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row" title={change.field}>
                {fieldText(entity, change.field)}
              </th>
              {before && (
                <td>
                  {both ? (
                    <del className={styles.removed}>{sideOf(about, change, 'before')}</del>
                  ) : (
                    sideOf(about, change, 'before')
                  )}
                </td>
              )}
              {after && (
                <td>
                  {both ? (
                    <ins className={styles.added}>{sideOf(about, change, 'after')}</ins>
                  ) : (
                    sideOf(about, change, 'after')
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows only the difference between two lists. */
function sideOf(about: About, { field, before, after }: Change, side: 'before' | 'after') {
  const lists = listChange(before, after)
  const value = lists
    ? side === 'before'
      ? lists.removed
      : lists.added
    : side === 'before'
      ? before
      : after
  if (lists && isEmpty(value)) return <span className={styles.none}>{t('audit.nothing')}</span>
  return <Value entity={about.entity} currency={about[side]} field={field} value={value} />
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function Value({
  entity,
  currency,
  field,
  value,
}: {
  entity: string
  currency: Currency | undefined
  field: string
  value: unknown
}) {
  if (isEmpty(value)) return <span className={styles.none}>{t('audit.empty')}</span>
  if (Array.isArray(value))
    return (
      <>
        {value.map((one) => valueText(entity, field, one, currency)).join(t('audit.listSeparator'))}
      </>
    )
  if (typeof value === 'string' && instant.test(value)) return <Time at={value} />
  return <bdi>{valueText(entity, field, value, currency)}</bdi>
}
