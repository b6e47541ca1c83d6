import type { BillRow } from '@paydesk/contract/billing/bill'
import { useMemo, useState } from 'react'
import { t } from '../../../lib/i18n.ts'

/**
 * The selected rows, kept from page to page of one list. Other filters make another list: nobody should act on rows that are out of sight
 * there.
 */
export function useSelection(listKey: string, page: readonly BillRow[]) {
  const [state, setState] = useState<{ listKey: string; rows: BillRow[] }>({ listKey, rows: [] })
  const ticked = state.listKey === listKey ? state.rows : none
  // Takes rows in view as they are now: a bill that was selected a minute ago may have been paid since.
  const selected = useMemo(() => ticked.map((row) => page.find(({ id }) => id === row.id) ?? row), [ticked, page])
  const selection = useMemo(
    () => ({
      selectedRowKeys: selected.map(({ id }) => id),
      preserveSelectedRowKeys: true,
      onChange: (_: unknown, rows: BillRow[]) => setState({ listKey, rows }),
      getCheckboxProps: ({ number }: BillRow) => ({ 'aria-label': t('bill.select', { number }) }),
      getTitleCheckboxProps: () => ({ 'aria-label': t('bill.select.page') }),
    }),
    [selected, listKey],
  )
  return { selected, selection, clear: () => setState({ listKey, rows: none }) }
}

const none: BillRow[] = []
