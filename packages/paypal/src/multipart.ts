import { randomBytes } from 'node:crypto'

export interface Part {
  name: string
  fileName: string
  type: string
  bytes: Uint8Array
}
export interface Multipart {
  contentType: string
  bytes: Buffer
}

/**
 * Escapes a file's name as browsers do: quotes and line ends are the only characters in it that
 * could end the header.
 */
const quoted = (text: string) => text.replace(/\r?\n|\r/g, '%0D%0A').replaceAll('"', '%22')

/**
 * Encodes a form as bytes of known length. undici reads its FormData from Blob streams while it
 * sends; in a worker such a request was seen to send its head and never its body (Node 24), and no
 * time-out can tell that from a slow PayPal.
 */
export function multipart(parts: Part[]): Multipart {
  const boundary = `paydesk-${randomBytes(16).toString('hex')}`
  const chunks = parts.flatMap(({ name, fileName, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${quoted(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
