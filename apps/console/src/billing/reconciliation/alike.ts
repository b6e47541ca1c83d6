import { type ExceptionRow, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { maxPageSize } from '@paydesk/contract/lib/page'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import type { Selection } from '../../ui/workspace/useSelection.ts'

/**
 * Ticks all rows that look like this one, on whatever page of the list they stand. The bar says how
 * many they are and their sum.
 */
export async function tickAlike(
  id: string,
  filter: object,
  selection: Selection<ExceptionRow>,
): Promise<void> {
  const page = await call(reconciliationApi.list, {
    query: { ...filter, like: id, pageSize: maxPageSize },
  }).catch(() => undefined)
  if (!page) return
  selection.tickAll(page.list, true)
  const left = page.total - page.list.length
  feedback
    .message()
    .info(
      left > 0
        ? t('money.alike.some', { count: page.list.length, left })
        : t('money.alike.all', { count: page.list.length }),
    )
}
