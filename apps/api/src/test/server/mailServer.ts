import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { until } from '../until.ts'

export type ReceivedMail = {
  from: string
  to: string
  subject: string
  text: string
  messageId: string
}

/** A real SMTP server on the loopback; call it before `testApp`. */
export async function mailServer() {
  const received: ReceivedMail[] = []
  let refusals = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'paydesk' && password === 'letter'
        ? done(null, { user: username })
        : done(new Error('who?')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals-- > 0)
          return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({
          from,
          to: rcptTo.map(({ address }) => address).join(','),
          ...parse(Buffer.concat(chunks).toString('latin1')),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://paydesk:letter@127.0.0.1:${port}`,
    received,
    refuseNext: (count: number) => {
      refusals = count
    },
    to: (address: string, timeoutMs?: number) =>
      until(() => received.findLast(({ to }) => to === address), timeoutMs),
    /** The last mail with a link of this kind; notices may arrive before it or after it. */
    withLink: (address: string, link = '#token=') =>
      until(() => received.findLast(({ to, text }) => to === address && text.includes(link))),
  }
}

function parse(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const encoding = header('content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquote(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1')
  return {
    subject: decodeWords(header('subject')),
    text: bytes.toString('utf8'),
    messageId: header('message-id'),
  }
}

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : unquote(word.replaceAll('_', ' '))
      ).toString('utf8'),
    )
