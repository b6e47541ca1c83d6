import { crc32, deflateSync } from 'node:zlib'
import encodeQR from 'qr'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** A real code that a phone can read, as an 8-bit grey PNG of exactly the size asked for. */
export function qrPng(text: string, width: number, height: number): Buffer {
  const cells = encodeQR(text, 'raw', { border: 2 })
  const rows: Buffer[] = []
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(width + 1, 0xff)
    row[0] = 0
    const line = cells[Math.floor((y * cells.length) / height)] ?? []
    for (let x = 0; x < width; x++) if (line[Math.floor((x * cells.length) / width)]) row[x + 1] = 0
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
