import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { Instant } from '../lib/page.ts'

export const MailboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: Instant,
})

export const mailboxApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/dev/mailbox',
    permission: 'public',
    summary: 'E-mails and text messages that development did not really send, newest first',
    developmentOnly: true,
    reply: z.object({ list: z.array(MailboxMessage) }),
  }),
}
