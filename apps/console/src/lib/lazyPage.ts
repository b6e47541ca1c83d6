import { type ComponentType, lazy } from 'react'

/** Spec §2: page code has 120 s to arrive. */
export const chunkTimeoutMs = 120_000

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/**
 * Turns every reason for which a chunk does not arrive (gone after a deployment, offline, too slow)
 * into one recognisable error.
 */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`Not loaded within ${timeoutMs} ms`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooSlow])
  } catch (error) {
    throw error instanceof ChunkLoadError
      ? error
      : new ChunkLoadError('Failed to load a part of the page', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

export const lazyPage = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazy(() => loadChunk(load))
