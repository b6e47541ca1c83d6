import { inflateSync } from 'node:zlib'
import { serveInThread } from './serve.ts'

export type ImageInfo = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/**
 * Recognises a picture by its bytes, whatever name or type they came with. Undefined for anything
 * but PNG, JPEG and WebP.
 */
export function readImage(file: Uint8Array): ImageInfo | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  } catch (error) {
    // The bytes end in the middle of a header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const text = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

function readPng(bytes: Buffer): ImageInfo | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Goes segment by segment to the frame header (SOF), which has the size. */
function readJpeg(bytes: Buffer): ImageInfo | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return {
        type: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    if (marker === 0xda || marker === 0xd9) return undefined
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/**
 * The container holds one of three kinds of stream, and each keeps its size in another
 * place (RFC 9649).
 */
function readWebp(bytes: Buffer): ImageInfo | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined
  const type = 'image/webp'
  const kind = text(bytes, 12, 16)
  if (kind === 'VP8X')
    return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8L' && bytes.readUInt8(20) === 0x2f) {
    const packed = bytes.readUInt32LE(21)
    return { type, width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
  }
  return undefined
}

/**
 * Recognises a logo, a picture as `data:` address, and makes sure that a PNG holds the pixels that
 * its header claims. pdfkit draws logos in the API's own process: a PNG of 69 bytes that claims
 * 20,000 pixels a side held it for 18 s, and one with broken pixels ended it.
 */
export function readLogo(address: string): ImageInfo | undefined {
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const image = readImage(bytes)
  if (image?.type !== 'image/png') return image
  return Math.max(image.width, image.height) > logoSides.max || holdsItsPixels(bytes)
    ? image
    : undefined
}
export const logoSides = { min: 1, max: 1024 }
export const fitsLogo = ({ width, height }: ImageInfo) =>
  Math.min(width, height) >= logoSides.min && Math.max(width, height) <= logoSides.max

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/**
 * The seven passes of an interlaced PNG: first column and row, and the steps between them (PNG
 * specification, 8.2).
 */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Goes through the chunks and unpacks the pixels, never more of them than the header claims. */
function holdsItsPixels(bytes: Buffer): boolean {
  try {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    const [depth, colour, interlaced] = [
      bytes.readUInt8(24),
      bytes.readUInt8(25),
      bytes.readUInt8(28),
    ]
    const channels = channelsOf[colour]
    if (!channels || ![1, 2, 4, 8, 16].includes(depth) || interlaced > 1 || width * height === 0)
      return false
    const { pixels, ends, palette } = chunksOf(bytes)
    if (!ends || (colour === 3 && !palette)) return false
    const sizes = interlaced
      ? passes.map(
          ([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const,
        )
      : [[width, height] as const]
    const rows = sizes.flatMap(([across, down]) =>
      across > 0 && down > 0
        ? Array<number>(down).fill(1 + Math.ceil((across * channels * depth) / 8))
        : [],
    )
    const expected = rows.reduce((sum, row) => sum + row, 0)
    const raw = inflateSync(Buffer.concat(pixels), { maxOutputLength: expected + 1 })
    if (raw.length !== expected) return false
    let at = 0
    for (const row of rows) {
      // Each row begins with the number of its filter; there are five.
      if (raw.readUInt8(at) > 4) return false
      at += row
    }
    return true
  } catch {
    // The bytes end early, or the pixels do not unpack, or there are more of them than claimed.
    return false
  }
}

function chunksOf(bytes: Buffer) {
  const pixels: Buffer[] = []
  let palette = false
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = text(bytes, at + 4, at + 8)
    if (at + 12 + length > bytes.length) break
    if (kind === 'IEND') return { pixels, palette, ends: true }
    if (kind === 'IHDR' && at > 8) break
    if (kind === 'PLTE') palette = length > 0 && length % 3 === 0
    if (kind === 'IDAT') pixels.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return { pixels, palette, ends: false }
}

serveInThread({ readImage, readLogo })
