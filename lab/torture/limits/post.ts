import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type Letter = { messageId: string; to: string }
/**
 * `silent` takes connections and says nothing; `cutOff` takes the mail and drops the connection
 * before it says so.
 */
export type Mood = 'up' | 'silent' | 'cutOff'

/** A mail server that can be taken away and brought back at the same port. */
export class Post {
  readonly letters: Letter[] = []
  mood: Mood = 'up'
  private server: SMTPServer | undefined
  readonly port: number
  constructor(port: number) {
    this.port = port
  }

  async open() {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect: (_session, done) => void this.whenTalking(server).then(() => done()),
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const messageId = /^message-id: (\S+)/im.exec(Buffer.concat(parts).toString())?.[1] ?? ''
          this.letters.push({ messageId, to: session.envelope.rcptTo[0]?.address ?? '' })
          if (this.mood !== 'cutOff') return done()
          for (const connection of server.connections) connection.close()
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()))
    this.server = server
  }

  private async whenTalking(server: SMTPServer) {
    while (this.mood === 'silent' && this.server === server) await sleep(100)
  }

  async close() {
    const { server } = this
    this.server = undefined
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
