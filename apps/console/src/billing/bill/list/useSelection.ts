import type { BillRow } from '@paydesk/contract/billing/bill'
import { useMemo, useState } from 'react'
import { t } from '../../../lib/i18n.ts'

/** Rows that are ticked, kept from page to page of one list. Other filters are another list: what is out of sight there must not be acted on. */
export function useSelection(listKey: string, page: readonly BillRow[]) {
  const [state, setState] = useState<{ listKey: string; rows: BillRow[] }>({ listKey, rows: [] })
  const ticked = state.listKey === listKey ? state.rows : none
  // As they are now, where they are in view: what was ticked a minute ago may have been paid since.
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
