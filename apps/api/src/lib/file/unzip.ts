import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { NotATable } from './tableRows.ts'

/** A workbook with hundreds of sheets and pictures has fewer files than this. */
const maxEntries = 2000

/**
 * Reads single files of a zip archive. One limit holds for all unpacked files together, because a
 * few kilobytes can claim to be gigabytes, and several entries can be the same packed bytes.
 */
export class Zip {
  private readonly bytes: Buffer
  private left: number
  private opened: Promise<{ archive: ZipFile; entries: Map<string, Entry> }> | undefined
  constructor(bytes: Buffer, maxUnpackedBytes: number) {
    this.bytes = bytes
    this.left = maxUnpackedBytes
  }

  has = async (name: string) => (await this.open()).entries.has(name)

  async text(name: string): Promise<string> {
    const { archive, entries } = await this.open()
    const entry = entries.get(name)
    if (!entry?.canDecodeFileData()) throw new NotATable(`${name} cannot be read`)
    // yauzl compares what comes out with what the archive claims, so a claim that is too large is
    // enough to refuse it.
    if (entry.uncompressedSize > this.left) throw new NotATable('too large')
    this.left -= entry.uncompressedSize
    try {
      const chunks: Buffer[] = []
      for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    } catch (error) {
      // The file is broken, cut off, or larger than it claims.
      throw new NotATable(String(error))
    }
  }

  private open() {
    this.opened ??= this.readDirectory()
    return this.opened
  }

  private async readDirectory() {
    try {
      const archive = await fromBufferPromise(this.bytes, {
        lazyEntries: true,
        validateEntrySizes: true,
      })
      if (archive.entryCount > maxEntries) throw new NotATable('too many files')
      const entries = new Map<string, Entry>()
      for await (const entry of archive.eachEntry()) {
        if (entries.has(entry.fileName)) throw new NotATable('two files of one name')
        entries.set(entry.fileName, entry)
      }
      return { archive, entries }
    } catch (error) {
      throw new NotATable(String(error))
    }
  }
}
