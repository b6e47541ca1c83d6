import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../../ground/postgres.ts'
import { Frontend } from './frontend.ts'

type Pair = {
  from: Socket
  to: Socket
  client: Frontend
  silent: boolean
  left: boolean
  answerIsLost: boolean
}
export type CommitCut = 'before' | 'after'

/** What PostgreSQL answers when a commit has been decided, one way or the other. */
const decided = ['COMMIT\0', 'ROLLBACK\0'].map((word) => Buffer.from(word))

/**
 * The way from the product to HAProxy. It can lose what is open without a word, and cut connections
 * around their commits.
 */
export class Door {
  readonly port: number
  private readonly target: number
  private readonly server: Server
  private readonly pairs = new Set<Pair>()
  private cutting: { when: CommitCut; left: number } | undefined
  /**
   * How many commits were kept from the database, and how many answers to commits from the product.
   */
  readonly commitsCut = { before: 0, after: 0 }
  silenced = 0

  private constructor(port: number, target: number) {
    this.port = port
    this.target = target
    // The product may end its side of a silent connection: nobody answers that either.
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (from) => this.join(from))
  }

  static async open(target: number): Promise<Door> {
    const door = new Door(await freePort(), target)
    await new Promise<void>((resolve, reject) =>
      door.server.once('error', reject).listen(door.port, '127.0.0.1', resolve),
    )
    return door
  }

  /**
   * The machine behind vanishes without a word: nothing that is open is ever answered again. What
   * is new reaches its successor.
   */
  silence(): number {
    const open = [...this.pairs].filter(({ silent }) => !silent)
    for (const pair of open) {
      pair.silent = true
      pair.to.destroy()
      // Only who reads on hears that the product has given the connection up.
      pair.from.resume()
    }
    this.silenced += open.length
    return open.length
  }

  /**
   * Cuts the next connections that commit: before the database hears of it, or before the product
   * hears that it is done.
   */
  cutCommits(when: CommitCut, count: number) {
    this.cutting = { when, left: count }
  }

  get isCutting() {
    return (this.cutting?.left ?? 0) > 0
  }

  /** Ends a burst, and says how many commits it did not reach. */
  endCutting(): number {
    const left = this.cutting?.left ?? 0
    this.cutting = undefined
    return left
  }

  /**
   * The connections that the product holds: by the port from which they come, what they call
   * themselves, and whether they are dead.
   */
  get held() {
    return [...this.pairs]
      .filter(({ left }) => !left)
      .map(({ from, client, silent }) => ({
        port: from.remotePort ?? 0,
        name: client.applicationName,
        silent,
      }))
  }

  close() {
    this.server.close()
    for (const { from, to } of this.pairs) for (const side of [from, to]) side.destroy()
  }

  private join(from: Socket) {
    const to = connect({ port: this.target, host: '127.0.0.1', noDelay: true })
    const pair: Pair = {
      from,
      to,
      client: new Frontend(),
      silent: false,
      left: false,
      answerIsLost: false,
    }
    this.pairs.add(pair)
    from.on('data', (chunk) => this.fromProduct(pair, chunk as Buffer))
    to.on('data', (chunk) => this.fromServer(pair, chunk as Buffer))
    from.on('end', () => {
      pair.left = true
      if (!pair.silent) to.end()
    })
    to.on('end', () => pair.silent || from.end())
    from.on('error', () => {})
    to.on('error', () => pair.silent || this.drop(pair))
    from.on('close', () => {
      this.pairs.delete(pair)
      to.destroy()
    })
    to.on('drain', () => from.resume())
    from.on('drain', () => to.resume())
  }

  private fromProduct(pair: Pair, chunk: Buffer) {
    if (pair.silent) return
    const cutting =
      pair.client.commits(chunk) && !pair.answerIsLost && this.cutting?.left
        ? this.cutting
        : undefined
    if (cutting) cutting.left--
    if (cutting?.when === 'before') {
      this.commitsCut.before++
      return this.drop(pair)
    }
    pair.answerIsLost ||= cutting !== undefined
    if (!pair.to.write(chunk)) pair.from.pause()
  }

  private fromServer(pair: Pair, chunk: Buffer) {
    if (pair.answerIsLost) {
      if (!decided.some((word) => chunk.includes(word))) return
      this.commitsCut.after++
      return this.drop(pair)
    }
    if (!pair.from.write(chunk)) pair.to.pause()
  }

  private drop(pair: Pair) {
    this.pairs.delete(pair)
    pair.to.destroy()
    pair.from.resetAndDestroy()
  }
}
