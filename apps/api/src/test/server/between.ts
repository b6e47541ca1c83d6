import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

type Pair = { client: Socket; server: Socket; application: string }
export type Message = 'begin' | 'commit' | 'other'
/**
 * Where a connection is cut: before the message arrives; when it has been sent; when its answer is
 * there and has not been passed on; in the middle of that answer. `hold`: the message and what
 * follows it wait, as a commit does for a standby that has stopped.
 */
export type Fate = 'lose' | 'sendAndCut' | 'loseAnswer' | 'halfAnswer' | 'hold'

/** A statement without values as a message of PostgreSQL's protocol. */
const message = (text: string) => {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const [begin, commit] = [message('begin'), message('commit')]
const committed = Buffer.from('COMMIT\0')

/**
 * Stands between the product and its PostgreSQL, and does to connections what networks, proxies and
 * machines do to them.
 */
export class Between {
  private readonly listener: Server
  private readonly pairs = new Set<Pair>()
  /**
   * Asked about each message of a client that comes by; `application` is the name that it gave
   * itself.
   */
  fateOf: (message: Message, application: string) => Fate | undefined = () => undefined
  /** So many transactions were committed whose client was not told. */
  unanswered = 0
  target: number
  private constructor(target: number) {
    this.target = target
    this.listener = createServer((client) => this.join(client))
  }

  static async start(target: number): Promise<Between> {
    const between = new Between(target)
    await once(between.listener.listen(0, '127.0.0.1'), 'listening')
    return between
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port
  }

  /** The same address, by way of this. */
  url(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).href
  }

  /**
   * Open connections are never answered again and never closed, as if the machine behind them had
   * vanished. New ones work.
   */
  silence(): number {
    const silenced = [...this.pairs]
    for (const { client, server } of silenced) {
      server.removeAllListeners('data').removeAllListeners('close').destroy()
      client.removeAllListeners('data').resume()
    }
    return silenced.length
  }

  private join(client: Socket) {
    const server = connect(this.target, '127.0.0.1')
    const pair: Pair = { client, server, application: '' }
    this.pairs.add(pair)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => {
      this.pairs.delete(pair)
      server.end()
    })
    server.on('close', () => client.destroy())
    server.on('data', (data) => client.write(data))
    client.once('data', (data) => {
      pair.application = /application_name\0([^\0]*)/.exec(data.toString('latin1'))?.[1] ?? ''
    })
    client.on('data', (data) => this.pass(pair, data))
  }

  private pass({ client, server, application }: Pair, data: Buffer) {
    const isCommit = data.includes(commit)
    const fate = this.fateOf(
      isCommit ? 'commit' : data.includes(begin) ? 'begin' : 'other',
      application,
    )
    // What was sent right behind it may come in a piece of its own, and must not overtake it.
    if (fate === 'hold') return void client.removeAllListeners('data').resume()
    if (fate !== 'lose') server.write(data)
    if (fate === undefined) return
    server.removeAllListeners('data')
    // What PostgreSQL has been sent it works off, whoever is still there.
    server.on('data', (answer) => {
      if (isCommit && answer.includes(committed)) this.unanswered++
      if (fate === 'halfAnswer') client.end(answer.subarray(0, 3))
      else client.destroy()
    })
    if (fate === 'lose' || fate === 'sendAndCut') client.destroy()
  }

  stop() {
    for (const { client, server } of this.pairs) {
      client.destroy()
      server.destroy()
    }
    this.listener.close()
  }
}
