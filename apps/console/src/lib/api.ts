import type { CallInput, Endpoint, Reply } from '@paydesk/contract/endpoint'
import { ApiError } from './apiError.ts'
import { showError } from './errors.ts'
import { textPack } from './i18n.ts'
import { dataOf, requestOf } from './request.ts'
import { storedToken } from './session.ts'

type Options = { skipErrorHandler?: boolean; signal?: AbortSignal }

/** The one way to call the API. Errors are shown here (spec §8) and thrown; with `skipErrorHandler` only thrown. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: Options = {}): Promise<Reply<E>> {
  try {
    return (await send(endpoint, input ?? {}, options.signal)) as Reply<E>
  } catch (error) {
    if (!options.skipErrorHandler && !options.signal?.aborted) showError(error)
    throw error
  }
}

async function send(endpoint: Endpoint, input: object, signal: AbortSignal | undefined) {
  const [url, init] = requestOf(endpoint, input, storedToken(), textPack)
  return dataOf(await fetchOrFail(url, signal ? { ...init, signal } : init))
}

async function fetchOrFail(url: string, init: RequestInit) {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new ApiError({ kind: 'noResponse' }, error)
  }
}
