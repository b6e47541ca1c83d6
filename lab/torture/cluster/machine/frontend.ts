const header = 5
const query = 'Q'.charCodeAt(0)
/** Longer than any way in which `commit` is written. */
const longestCommit = 40

/**
 * Reads along what a PostgreSQL client says, as far as needed to see its name and each
 * `commit` of its own.
 */
export class Frontend {
  applicationName = ''
  private begun = false
  private rest = Buffer.alloc(0)
  /** How many bytes are still to come of a message that nobody wants to read. */
  private skip = 0

  /** Whether these bytes complete a `commit`. */
  commits(chunk: Buffer): boolean {
    const skipped = Math.min(this.skip, chunk.length)
    this.skip -= skipped
    let left: Buffer<ArrayBuffer> = Buffer.concat([this.rest, chunk.subarray(skipped)])
    let found = false
    if (!this.begun) left = this.begin(left)
    while (this.begun && left.length >= header) {
      const length = 1 + left.readInt32BE(1)
      const mayCommit = left[0] === query && length <= longestCommit
      if (mayCommit && left.length < length) break
      found ||= mayCommit && /^commit;?\0?$/i.test(left.toString('latin1', header, length).trim())
      this.skip += Math.max(0, length - left.length)
      left = left.subarray(length)
    }
    this.rest = left
    return found
  }

  /** The first message has no type; a client that asks for encryption first does not occur here. */
  private begin(left: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
    if (left.length < 4 || left.length < left.readInt32BE(0)) return left
    const length = left.readInt32BE(0)
    const words = left.toString('utf8', 8, length).split('\0')
    this.applicationName = words[words.indexOf('application_name') + 1] ?? ''
    this.begun = true
    return left.subarray(length)
  }
}
