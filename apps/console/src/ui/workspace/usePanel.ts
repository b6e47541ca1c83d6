import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'

/** Spec §9's breakpoint from which a record has room beside its list. Below it, the record is a page. */
const media = window.matchMedia('(min-width: 1200px)')

const subscribe = (listener: () => void) => {
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** How a record is opened from its list. The address is the record's own: without this state it opens as a page by itself. */
export const besideList = { beside: true }

/**
 * Which record the address names, and whether it is shown beside the list. The list's own query stays in the address, so that the list
 * beside the record, and the one that people return to, is the one they left.
 */
export function usePanel(pathOf: (id: string) => string, listPath: string) {
  const { id } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const wide = useSyncExternalStore(subscribe, () => media.matches)
  const beside = id !== undefined && wide && (state as { beside?: boolean } | null)?.beside === true
  const openId = beside ? id : undefined
  return {
    id,
    openId,
    /** The record is shown alone. */
    asPage: id !== undefined && !beside,
    toList: { pathname: listPath, search },
    linkTo: (one: string) => ({ pathname: pathOf(one), search }),
    /** Going from record to record leaves one step in the history, so that Back leads to the list. */
    open: (one: string) => void navigate({ pathname: pathOf(one), search }, { state: besideList, replace: openId !== undefined }),
    close: () => void navigate({ pathname: listPath, search }),
    expand: () => id !== undefined && void navigate({ pathname: pathOf(id), search }),
  }
}
export type Panel = ReturnType<typeof usePanel>
