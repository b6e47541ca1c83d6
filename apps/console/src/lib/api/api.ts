import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import { textPack } from '../i18n.ts'
import { actionAnswered, actionKeyOf } from './actionKey.ts'
import { ApiError } from './apiError.ts'
import { patiently } from './busy.ts'
import { showError } from './errors.ts'
import { dataOf, requestOf } from './request.ts'
import { withStepUp } from './stepUp.ts'
import { storedToken } from './token.ts'
import { untilKnown } from './untilKnown.ts'

type Options = { skipErrorHandler?: boolean; signal?: AbortSignal }
/**
 * Of a call whose refusal is shown by the dialog that made it, for as long as the dialog is open
 * (ui/ConfirmDialog.tsx).
 */
export type Quiet = { skipErrorHandler: true }

/**
 * The one way to call the API. It shows errors (spec §8) and throws them; with
 * `skipErrorHandler` it only throws them. Where the service wants to know who is there, it asks
 * the person and goes on.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<Reply<E>> {
  try {
    return (await send(endpoint, input ?? {}, options.signal)) as Reply<E>
  } catch (error) {
    if (!options.skipErrorHandler && !options.signal?.aborted) showError(error)
    throw error
  }
}

async function send(endpoint: Endpoint, input: object, signal: AbortSignal | undefined) {
  const [url, init] = requestOf(endpoint, input, storedToken(), textPack)
  // Repeated with the same key: whatever happened to the first request, the action is done once.
  const fetching = () =>
    withStepUp(() => fetchOrFail(url, signal ? { ...init, signal } : init).then(dataOf), signal)
  // Calls that carry secrets take no key: their answers are not kept (decision 9).
  return endpoint.method === 'GET' || endpoint.sensitive
    ? fetching()
    : once(url, init, fetching, signal)
}

async function once<T>(
  url: string,
  init: RequestInit,
  fetching: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const request = `${init.method} ${url} ${init.body instanceof Blob ? init.body.size : init.body}`
  init.headers = { ...init.headers, 'Idempotency-Key': actionKeyOf(request) }
  try {
    const reply = await untilKnown(fetching, signal)
    actionAnswered(request)
    return reply
  } catch (error) {
    // Whoever was turned away may have been answered before: the next press still asks for that.
    if (error instanceof ApiError && error.isAnswer && !error.isTurnedAway) actionAnswered(request)
    throw error
  }
}

async function fetchOrFail(url: string, init: RequestInit) {
  try {
    return init.method === 'GET'
      ? await patiently(() => fetch(url, init), init.signal)
      : await fetch(url, init)
  } catch (error) {
    throw new ApiError({ kind: 'noResponse' }, error)
  }
}
