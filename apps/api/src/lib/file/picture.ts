import { threadOf } from '../thread.ts'

/** Reads pictures that people upload, in a thread: `read('readImage', bytes)`. */
export const readPicture = threadOf<typeof import('./readImage.ts')>(
  new URL('./readImage.ts', import.meta.url),
)
