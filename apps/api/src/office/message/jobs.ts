import { sql } from 'kysely'
import { inCompany } from '../../lib/db.ts'
import { jobWithWait } from '../../lib/job.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { deliverMessage, paramsOf } from './message.ts'
import { type MessageParams, type Template, textOf } from './texts.ts'

type Outgoing = {
  id: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  text: string
  params: MessageParams
}

/** Answers false when the channel is not configured; only development may go on without it. */
async function send(
  outside: Outside,
  { id, channel, recipient, subject, text, params }: Outgoing,
): Promise<boolean> {
  if (channel === 'mail' && outside.sendMail)
    await outside.sendMail({ id, to: recipient, subject, text })
  else if (channel === 'sms' && outside.sendSms)
    await outside.sendSms({ phone: recipient, code: params.code ?? '' })
  else if (outside.production)
    throw new Error(
      `${channel === 'mail' ? 'SMTP_URL' : 'SMS_URL'} is not configured: the message cannot be sent`,
    )
  else return false
  return true
}

export const messageJobs = [
  jobWithWait(
    deliverMessage,
    async ({ pool, data: { companyId, messageId }, outside }) => {
      const outgoing = await inCompany(pool, companyId, async (db) => {
        const message = await db
          .selectFrom('message')
          .select(['params', 'channel', 'recipient', 'template', 'language'])
          .where('companyId', '=', companyId)
          .where('id', '=', messageId)
          .where('sentAt', 'is', null)
          .executeTakeFirst()
        if (!message?.params) return undefined
        const params = JSON.parse(
          await outside.secrets.open(db, paramsOf(companyId, messageId), message.params),
        ) as MessageParams
        const { channel, recipient, template, language } = message
        return {
          id: messageId,
          channel,
          recipient,
          params,
          ...textOf(template as Template, language, params),
        }
      })
      return outgoing && { outgoing, sent: await send(outside, outgoing) }
    },
    async ({ db, data: { companyId, messageId }, prepared, log }) => {
      if (!prepared) return
      const { outgoing, sent } = prepared
      if (!sent) {
        const { channel, recipient, subject, text } = outgoing
        await db
          .insertInto('devMailbox')
          .values({ channel, recipient, subject, body: text })
          .execute()
        log.info(
          { channel, recipient, subject, text },
          'development: not really sent, see /dev/mailbox',
        )
      }
      await db
        .updateTable('message')
        .set({ sentAt: sql<string>`now()`, params: null })
        .where('companyId', '=', companyId)
        .where('id', '=', messageId)
        .execute()
    },
  ),
]
