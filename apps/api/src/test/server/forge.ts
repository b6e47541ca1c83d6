import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'

/** A delivery as PayPal made it, caught on its way. */
export type Caught = { headers: Record<string, string>; body: Buffer }

/**
 * A receiver that keeps what comes and says nothing to anybody: what an insider sets up who can
 * change the app's webhook.
 */
export async function tap(): Promise<{ url: string; caught: Caught[]; close: () => void }> {
  const caught: Caught[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signed = Object.entries(request.headers).filter(([name]) =>
      name.startsWith('paypal-'),
    ) as [string, string][]
    if (signed.length > 0)
      caught.push({ headers: Object.fromEntries(signed), body: Buffer.concat(chunks) })
    response.end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/tap`,
    caught,
    close: () => server.close(),
  }
}

/**
 * The polynomial of CRC-32, and for each value the step that it makes in the register; the step's
 * top byte is different for each.
 */
const steps = Array.from({ length: 256 }, (_, value) => {
  let step = value
  for (let bit = 0; bit < 8; bit++) step = step & 1 ? (step >>> 1) ^ 0xedb88320 : step >>> 1
  return step >>> 0
})
const valueOfTop = new Map(steps.map((step, value) => [step >>> 24, value]))
const undo = (register: number, byte: number) => {
  const value = valueOfTop.get(register >>> 24) as number
  return ((((register ^ (steps[value] as number)) << 8) >>> 0) | (value ^ byte)) >>> 0
}

/** Four bytes after which the CRC-32 register goes from `from` to `to`. */
function bridge(from: number, to: number): number[] {
  // Run backwards with empty bytes: the values used on the way are those that the four
  // bytes must make.
  const values: number[] = []
  let register = to
  for (let n = 0; n < 4; n++) {
    const value = valueOfTop.get(register >>> 24) as number
    values.unshift(value)
    register = ((register ^ (steps[value] as number)) << 8) >>> 0
  }
  let forward = from
  return values.map((value) => {
    const byte = (forward & 0xff) ^ value
    forward = ((forward >>> 8) ^ (steps[value] as number)) >>> 0
    return byte
  })
}

const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c

/** The event as bytes with the CRC-32 of the caught body: PayPal's signature fits them. */
export function fitted(event: object, { body }: Caught): Buffer {
  const tail = Buffer.from('"}')
  const target = [...tail].reverse().reduce(undo, ~crc32(body) >>> 0)
  const head = JSON.stringify(event).slice(0, -1)
  for (let nonce = 0; ; nonce++) {
    const start = Buffer.from(`${head},"nonce":"${nonce} `)
    const bytes = bridge(~crc32(start) >>> 0, target)
    if (bytes.every(isPlain)) return Buffer.concat([start, Buffer.from(bytes), tail])
  }
}
