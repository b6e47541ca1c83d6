import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import { focusManager, QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { throttle } from './throttle.ts'

/** Spec §9: focus refresh at most every 5 s, answers kept for 5 minutes. */
const focusThrottleMs = 5000
const cacheTimeMs = 300_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: focusThrottleMs,
      gcTime: cacheTimeMs,
      refetchOnWindowFocus: true,
      // The person retries, with the error in view; a silent retry hides a failing service and
      // triples its load.
      retry: false,
      // Offline, a request fails and says so; the default would wait in silence until
      // the line is back.
      networkMode: 'always',
    },
  },
})

export function watchFocus() {
  focusManager.setEventListener((onFocus) => {
    const refresh = throttle(() => onFocus(), focusThrottleMs)
    const refreshIfVisible = () => document.visibilityState === 'visible' && refresh()
    // A window can regain the focus without ever having been hidden, hence both events.
    window.addEventListener('visibilitychange', refreshIfVisible)
    window.addEventListener('focus', refreshIfVisible)
    return () => {
      window.removeEventListener('visibilitychange', refreshIfVisible)
      window.removeEventListener('focus', refreshIfVisible)
    }
  })
}

const keyOf = (endpoint: Endpoint, input?: unknown) => [
  endpoint.method,
  endpoint.path,
  ...(input === undefined ? [] : [input]),
]

/** Used after a change: everything that this call has answered is asked for again. */
export const refreshApi = (endpoint: Endpoint) =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })

/** A change answers with the record as it is now, so it need not be asked for again. */
export function putApi<E extends Endpoint>(endpoint: E, input: CallInput<E>, reply: Reply<E>) {
  queryClient.setQueryData(keyOf(endpoint, input), reply)
}

/**
 * Reads through the cache. While the input changes (next page, other filter) the previous answer of
 * the same call stays in view.
 */
export function useApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true } = {},
) {
  return useQuery<Reply<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === endpoint.path ? before : undefined),
    enabled,
  })
}
