import { useLocation, useNavigate, useParams } from 'react-router'
import { useRoomForTwo } from '../useWide.ts'

/**
 * The records of each list as they were last shown: the page of a record leads on to the next one.
 */
const shown = new Map<string, readonly string[]>()
export const rememberShown = (listPath: string, ids: readonly string[]) =>
  void shown.set(listPath, ids)

/**
 * How a record is opened from its list. The address is the record's own: without this state it
 * opens as a page by itself.
 */
export const besideList = { beside: true }

/**
 * Which record the address names, and whether it is shown beside the list. The list's own query
 * stays in the address, so that the list beside the record, and the one that people return to, is
 * the one they left.
 */
export function usePanel(pathOf: (id: string) => string, listPath: string) {
  const { id } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const wide = useRoomForTwo()
  const beside = id !== undefined && wide && (state as { beside?: boolean } | null)?.beside === true
  const openId = beside ? id : undefined
  const linkTo = (one: string) => ({ pathname: pathOf(one), search })
  const ids = shown.get(listPath) ?? []
  const at = id === undefined ? -1 : ids.indexOf(id)
  const from = (by: 1 | -1) => {
    const next = at < 0 ? undefined : ids[at + by]
    return next === undefined ? undefined : linkTo(next)
  }
  return {
    id,
    openId,
    /** The record is shown alone. */
    asPage: id !== undefined && !beside,
    /**
     * Where the page of a record leads: to the list, and to the records before and after it there.
     */
    back: { to: { pathname: listPath, search }, previous: from(-1), next: from(1) },
    linkTo,
    /**
     * Going from record to record leaves one step in the history, so that Back leads to the list.
     */
    open: (one: string) =>
      void navigate(
        { pathname: pathOf(one), search },
        { state: besideList, replace: openId !== undefined },
      ),
    close: () => void navigate({ pathname: listPath, search }),
    expand: () => id !== undefined && void navigate({ pathname: pathOf(id), search }),
  }
}
export type Panel = ReturnType<typeof usePanel>
