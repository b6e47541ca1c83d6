import { defaultPageSize } from '@paydesk/contract/lib/page'
import { useLocation, useSearchParams } from 'react-router'
import {
  type Filters,
  type FilterValues,
  type Paging,
  readListQuery,
  writeListQuery,
} from '../../lib/listQuery.ts'

/** Where a page begins or ends, if it is not found by counting. */
type Beside = { after?: string; before?: string }

/** Page, order and filters of a list, kept in the URL: shareable, and Back works. */
export function useListQuery<F extends Filters>(filters: F, usualSize = defaultPageSize) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const query = readListQuery(search, filters, usualSize)
  // The location's state says that a record is open beside the list; it stays open when
  // the list changes.
  const show = (next: { current: number; pageSize: number }) =>
    setSearch(writeListQuery(next, usualSize), { state })
  const here = { ...query, after: undefined, before: undefined }
  return {
    query,
    /**
     * Another filter or order starts at page 1: page 7 of the old result means nothing in the new
     * one.
     */
    setFilter: (change: { [K in keyof F]?: FilterValues<F>[K] | undefined }) =>
      show({ ...here, ...change, current: 1 }),
    setPage: (current: number, pageSize: number, beside?: Beside) =>
      show({ ...here, ...beside, current: pageSize === query.pageSize ? current : 1, pageSize }),
    clear: () => setSearch(new URLSearchParams(), { state }),
  }
}

/** The part that a table needs, whatever the filters are. */
export type ListState = {
  query: Paging
  setPage: (current: number, pageSize: number, beside?: Beside) => void
  clear: () => void
}
