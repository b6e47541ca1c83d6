import { z } from 'zod'

/**
 * A file, sent as it is (`content-type: application/octet-stream` or the image's own): a Blob in
 * the console, bytes in the API.
 */
export const Bytes = z
  .custom<Blob | Uint8Array>((value) => value instanceof Uint8Array || value instanceof Blob)
  .meta({ type: 'string', format: 'binary' })
