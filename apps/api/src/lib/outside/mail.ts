import { createTransport } from 'nodemailer'

export type Mail = { id: string; to: string; subject: string; text: string }
export type SendMail = (mail: Mail) => Promise<void>

const timeoutMs = 15_000

/**
 * Mails are plain text: it reads the same everywhere, and nothing in it can be styled
 * into something else.
 */
export function smtpMailer(url: string, from: string, host: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The texts are ours, but names in them are not, so nothing may ever be read from a
    // file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, text }) => {
    // A repeated job sends the same id, because mail programs show two mails of one id once.
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${host}>`,
    })
  }
}
