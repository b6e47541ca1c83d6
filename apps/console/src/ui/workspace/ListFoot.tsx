import { formatCount } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import type { ListState } from '../table/useListQuery.ts'
import styles from './ListFoot.module.css'

type Props = {
  list: ListState
  /** The rows in view are those of another page: nobody can go on from them. */
  stale: boolean
  page: { list: readonly { id: string }[]; total: number; totalIsExact: boolean } | undefined
}
const sizes = [10, 20, 50, 100]

/**
 * How much there is, and the way to the next page. Going on from the last row is as quick on the
 * thousandth page as on the first.
 */
export function ListFoot({ list, stale, page }: Props) {
  const { current, pageSize, after, before } = list.query
  const from = (current - 1) * pageSize + 1
  const rows = page?.list ?? []
  const total = page && formatCount(page.total, locale) + (page.totalIsExact ? '' : '+')
  const first = rows[0]?.id
  const last = rows.at(-1)?.id
  // Rows may come and go before a page that begins beside a record, so its number and the total do
  // not tell whether it is the last.
  const counted = page !== undefined && (!page.totalIsExact || from + rows.length - 1 < page.total)
  const more =
    before !== undefined || (rows.length === pageSize && (after !== undefined || counted))
  const previous = () =>
    list.setPage(current - 1, pageSize, current > 2 && first ? { before: first } : undefined)
  return (
    <div className={styles.foot}>
      <span>{total !== undefined && <bdi>{t('table.total', { total })}</bdi>}</span>
      <span className={styles.pages}>
        {rows.length > 0 && (
          <bdi dir="ltr" className={styles.range}>
            {formatCount(from, locale)}–{formatCount(from + rows.length - 1, locale)}
          </bdi>
        )}
        <button
          type="button"
          className={styles.step}
          disabled={current === 1}
          onClick={stale ? undefined : previous}
          aria-label={t('workspace.page.previous')}
        >
          ‹
        </button>
        <button
          type="button"
          className={styles.step}
          disabled={!more}
          onClick={
            stale
              ? undefined
              : () => list.setPage(current + 1, pageSize, last ? { after: last } : undefined)
          }
          aria-label={t('workspace.page.next')}
        >
          ›
        </button>
        <select
          className={styles.size}
          aria-label={t('workspace.page.size')}
          value={pageSize}
          onChange={(event) => list.setPage(1, Number(event.target.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {t('workspace.page.perPage', { size })}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
