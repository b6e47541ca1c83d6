import type { CallInput, Endpoint } from '@paydesk/contract/endpoint'
import { ApiError } from './apiError.ts'
import { showError } from './errors.ts'
import { textPack } from './i18n.ts'
import { dataOf, requestOf } from './request.ts'
import { storedToken } from './session.ts'

/** Saves a call's file. Not a plain link: the token travels in a header, never in an address. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, fileName: string): Promise<boolean> {
  try {
    const [url, init] = requestOf(endpoint, input ?? {}, storedToken(), textPack)
    saveFile(await fileOf(url, init), fileName)
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

async function fileOf(url: string, init: RequestInit): Promise<Blob> {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new ApiError({ kind: 'noResponse' }, error)
  })
  if (!response.ok) await dataOf(response)
  return response.blob()
}

export function saveFile(file: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  // The browser has taken the file over by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
