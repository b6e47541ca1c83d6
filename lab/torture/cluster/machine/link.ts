import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../../ground/postgres.ts'

type Pair = { from: Socket; to: Socket | undefined }

/**
 * A stretch of network to one port. While it is cut, nothing passes and nobody is told, as when a
 * cable is pulled: what was sent waits, and new connections get no answer. When it is whole again,
 * what waited goes on.
 */
export class Link {
  readonly port: number
  private readonly target: number
  private readonly server: Server
  private readonly pairs = new Set<Pair>()
  private isCut = false

  private constructor(port: number, target: number) {
    this.port = port
    this.target = target
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (from) => this.join(from))
  }

  static async open(target: number): Promise<Link> {
    const link = new Link(await freePort(), target)
    await new Promise<void>((resolve, reject) =>
      link.server.once('error', reject).listen(link.port, '127.0.0.1', resolve),
    )
    return link
  }

  cut() {
    this.isCut = true
    for (const { from, to } of this.pairs) {
      for (const side of [from, to]) side?.unpipe()
      for (const side of [from, to]) side?.pause()
    }
  }

  heal() {
    this.isCut = false
    for (const pair of this.pairs) this.connect(pair)
  }

  close() {
    this.server.close()
    for (const { from, to } of this.pairs) for (const side of [from, to]) side?.destroy()
  }

  private join(from: Socket) {
    const pair: Pair = { from, to: undefined }
    this.pairs.add(pair)
    this.watch(pair, from)
    if (this.isCut) from.pause()
    else this.connect(pair)
  }

  private connect(pair: Pair) {
    if (!pair.to) {
      pair.to = connect({
        port: this.target,
        host: '127.0.0.1',
        allowHalfOpen: true,
        noDelay: true,
      })
      this.watch(pair, pair.to)
    }
    pair.from.pipe(pair.to)
    pair.to.pipe(pair.from)
  }

  /**
   * What ends one side abruptly ends the other; an orderly end of one direction passes
   * through the pipe.
   */
  private watch(pair: Pair, side: Socket) {
    side.on('error', () => {})
    side.on('close', () => {
      this.pairs.delete(pair)
      for (const one of [pair.from, pair.to]) one?.destroy()
    })
  }
}
