import { createTransport } from 'nodemailer'

export type Mail = { id: string; to: string; subject: string; text: string }
export type SendMail = (mail: Mail) => Promise<void>

const timeoutMs = 15_000

/** Plain text: reads the same everywhere, and nothing in it can be styled into something else. */
export function smtpMailer(url: string, from: string, host: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Texts are ours, but names in them are not: nothing is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, text }) => {
    // The same id when a job is repeated: mail programs show such a pair once.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${host}>` })
  }
}
