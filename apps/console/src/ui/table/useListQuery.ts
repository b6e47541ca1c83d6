import { useSearchParams } from 'react-router'
import { type Filters, type FilterValues, readListQuery, writeListQuery } from '../../lib/listQuery.ts'

/** Page and filters of a list, kept in the URL: shareable, and Back works. */
export function useListQuery<F extends Filters>(filters: F) {
  const [search, setSearch] = useSearchParams()
  const query = readListQuery(search, filters)
  return {
    query,
    /** Another filter starts at page 1: page 7 of the old result means nothing in the new one. */
    setFilter: (change: { [K in keyof F]?: FilterValues<F>[K] | undefined }) =>
      setSearch(writeListQuery({ ...query, ...change, current: 1 })),
    setPage: (current: number, pageSize: number) =>
      setSearch(writeListQuery({ ...query, current: pageSize === query.pageSize ? current : 1, pageSize })),
    clear: () => setSearch(new URLSearchParams()),
  }
}

/** The part that a table needs, whatever the filters are. */
export type ListState = {
  query: { current: number; pageSize: number }
  setPage: (current: number, pageSize: number) => void
  clear: () => void
}
