import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { NotATable } from './readCsv.ts'

const inflate = promisify(inflateRaw)
type Entry = { method: number; size: number; offset: number; encrypted: boolean }

/**
 * Reads single files of a zip archive. One limit holds for all unpacked files together, because a few kilobytes can claim to be gigabytes.
 */
export class Zip {
  private readonly entries = new Map<string, Entry>()
  private readonly bytes: Buffer
  private left: number
  constructor(bytes: Buffer, maxUnpackedBytes: number) {
    this.bytes = bytes
    this.left = maxUnpackedBytes
    try {
      this.readDirectory()
    } catch (error) {
      // A length in the archive points past its end.
      if (error instanceof RangeError) throw new NotATable('not a zip archive')
      throw error
    }
  }

  /**
   * Reads the list of files at the end of the archive (APPNOTE 4.3.12). The sizes in the headers before the single files are not trusted.
   */
  private readDirectory() {
    const { bytes } = this
    const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
    if (end < 0) throw new NotATable('not a zip archive')
    let at = bytes.readUInt32LE(end + 16)
    for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new NotATable('not a zip archive')
      const nameLength = bytes.readUInt16LE(at + 28)
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      this.entries.set(name, {
        encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        method: bytes.readUInt16LE(at + 10),
        size: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      })
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  }

  has = (name: string) => this.entries.has(name)

  async text(name: string): Promise<string> {
    const entry = this.entries.get(name)
    if (!entry || entry.encrypted) throw new NotATable(`${name} cannot be read`)
    const unpacked = await this.unpack(entry)
    this.left -= unpacked.length
    return unpacked.toString('utf8')
  }

  private async unpack({ method, size, offset }: Entry): Promise<Buffer> {
    try {
      const start = offset + 30 + this.bytes.readUInt16LE(offset + 26) + this.bytes.readUInt16LE(offset + 28)
      const packed = this.bytes.subarray(start, start + size)
      if (method === 0 && packed.length <= this.left) return packed
      if (method === 8 && this.left > 0) return await inflate(packed, { maxOutputLength: this.left })
    } catch {
      // The file is broken, cut off, or larger than what may be unpacked.
    }
    throw new NotATable('broken or too large')
  }
}
