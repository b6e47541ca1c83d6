import type { avatarTypes } from '@paydesk/contract/people/account'

export type ImageInfo = { type: (typeof avatarTypes)[number]; width: number; height: number }

/** Recognises a picture by its bytes, whatever name or type they came with. Undefined for anything but PNG, JPEG and WebP. */
export function readImage(bytes: Buffer): ImageInfo | undefined {
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
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === 0xda || marker === 0xd9) return undefined
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The container holds one of three kinds of stream, and each keeps its size in another place (RFC 9649). */
function readWebp(bytes: Buffer): ImageInfo | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined
  const type = 'image/webp'
  const kind = text(bytes, 12, 16)
  if (kind === 'VP8X') return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8L' && bytes.readUInt8(20) === 0x2f) {
    const packed = bytes.readUInt32LE(21)
    return { type, width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
  }
  return undefined
}
