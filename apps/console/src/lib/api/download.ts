import type { CallInput, Endpoint } from '@paydesk/contract/lib/endpoint'
import { lengthHeader } from '@paydesk/contract/lib/exportFile'
import { textPack } from '../i18n.ts'
import { ApiError } from './apiError.ts'
import { patiently } from './busy.ts'
import { showError } from './errors.ts'
import { dataOf, requestOf } from './request.ts'
import { withStepUp } from './stepUp.ts'
import { storedToken } from './token.ts'

/**
 * `onProgress` begins with 0 when the file begins to come: until then the person may still be
 * asked who they are.
 */
type Watch = { signal?: AbortSignal; onProgress?: (percent: number) => void }

/**
 * Saves the file that a call answers with. A plain link would not do: the token travels in a
 * header, never in an address.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fileName: string,
  watch: Watch = {},
): Promise<boolean> {
  try {
    const [url, init] = requestOf(endpoint, input ?? {}, storedToken(), textPack)
    const fetching = () =>
      fileOf(url, watch.signal ? { ...init, signal: watch.signal } : init, watch)
    saveFile(await withStepUp(fetching, watch.signal), fileName)
    return true
  } catch (error) {
    if (!watch.signal?.aborted) showError(error)
    return false
  }
}

async function fileOf(url: string, init: RequestInit, { onProgress }: Watch): Promise<Blob> {
  const lost = (error: unknown): never => {
    throw new ApiError({ kind: 'noResponse' }, error)
  }
  const response = await patiently(() => fetch(url, init), init.signal).catch(lost)
  if (!response.ok) await dataOf(response)
  onProgress?.(0)
  const expected = Number(response.headers.get(lengthHeader))
  if (!onProgress || !expected || !response.body) return response.blob().catch(lost)
  let received = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length
      // The expected length is only approximate, so the last per cent is reached only
      // at the actual end.
      onProgress(Math.min(99, Math.floor((received / expected) * 100)))
      controller.enqueue(chunk)
    },
  })
  const type = response.headers.get('content-type') ?? ''
  return new Response(response.body.pipeThrough(counting), { headers: { 'content-type': type } })
    .blob()
    .catch(lost)
}

/** A file's name without what file systems do not take. */
export const savedName = (parts: string[]) =>
  parts.map((part) => part.replace(/[\\/:*?"<>|]/g, ' ')).join('-')

export function saveFile(file: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  // The browser has taken the file over by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
