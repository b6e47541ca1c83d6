import type { Holder } from '@paydesk/contract/lib/access'
import type { Language } from '@paydesk/contract/lib/errors'
import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inCompany } from '../../lib/db.ts'
import { type JobKind, job, jobWithWait } from '../../lib/job.ts'
import { sayIn } from '../../lib/language.ts'
import { mailAddress, mailUser } from '../../office/message/message.ts'
import {
  botOf,
  noteBotFailed,
  noteBotSent,
  readSettings,
} from '../companySetting/companySetting.ts'
import { lineOf, messageOf, type News, type Reading } from './words.ts'

const Batch = z.object({ companyId: z.uuid(), targetId: z.uuid(), batchId: z.uuid() })
type Batch = z.infer<typeof Batch>
const mailNews: JobKind<typeof Batch> = { name: 'notice.mail', data: Batch, leaves: true }
const mailCompany: JobKind<typeof Batch> = { name: 'notice.mailCompany', data: Batch, leaves: true }
const chatNews: JobKind<typeof Batch> = {
  name: 'notice.chat',
  data: Batch,
  concurrency: 2,
  leaves: true,
}
export const jobOf = { mail: mailNews, companyMail: mailCompany, chat: chatNews }

/** The tries span some eleven hours. A bot that is gone shows its last refusal in the settings. */
const retrySeconds = [15, 60, 300, 1800, 7200, 28_800]

const newsOf = async (db: Db, { companyId, batchId }: Batch) => {
  const { rows } = await sql<News & { tries: number }>`select kind, data, tries from notice_delivery
    where company_id = ${companyId}
      and batch_id = ${batchId}
      and sent_at is null
      and withheld_at is null
    order by created_at, id
    for update`.execute(db)
  return rows
}
const markSent = (db: Db, { companyId, batchId }: Batch) =>
  sql`
    update notice_delivery
    set sent_at = now()
    where company_id = ${companyId} and batch_id = ${batchId}`.execute(db)

function mailParams(news: News[], reading: Reading, publicUrl: string) {
  const { title, lines, rest } = messageOf(
    news.map((one) => lineOf(one, reading)),
    reading.language,
    publicUrl,
  )
  const text = lines.map((line) => `${line.title}\n${line.detail}\n${line.link}`).join('\n\n')
  return { subject: title, lines: rest ? `${text}\n\n${rest}` : text }
}

export const sendJobs = [
  job(mailNews, async ({ db, data, jobs, outside }) => {
    const { companyId, targetId: userId } = data
    const news = await newsOf(db, data)
    const { rows } = await sql<{ language: Language; timezone: string } & Holder>`
      select coalesce(u.locale, 'zh-CN') as language, coalesce(u.timezone, c.timezone) as timezone,
        array(
          select r.code
          from user_role ur
          join role r on r.id = ur.role_id
          where ur.company_id = u.company_id and ur.user_id = u.id
        ) as roles,
        array(
          select p.name
          from user_role ur
          join role_permission rp on rp.role_id = ur.role_id
          join permission p on p.id = rp.permission_id
          where ur.company_id = u.company_id and ur.user_id = u.id and p.platform_id = 1
        ) as permissions
      from app_user u
      join company c on c.id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}
        and (
          u.status = 'active'
          or (u.status = 'disabled' and ${news.some(({ kind }) => kind === 'securityChange')})
        )`.execute(db)
    await markSent(db, data)
    const [reader] = rows
    if (!reader || news.length === 0) return
    const settings = `${outside.publicUrl}${paths.account('settings')}?section=notification`
    const { language, timezone } = reader
    const params = {
      ...mailParams(news, { language, timezone, reader }, outside.publicUrl),
      settings,
    }
    await mailUser(db, { jobs, outside }, { companyId, userId }, 'notices', params)
  }),

  job(mailCompany, async ({ db, data, jobs, outside }) => {
    const { companyId } = data
    const news = await newsOf(db, data)
    await markSent(db, data)
    const { notifications } = await readSettings(db, companyId)
    const { timezone } = await db
      .selectFrom('company')
      .select('timezone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    if (news.length === 0) return
    const settings = `${outside.publicUrl}${paths.companySettings()}?tab=notifications`
    const { language, emails } = notifications
    const params = { ...mailParams(news, { language, timezone }, outside.publicUrl), settings }
    for (const recipient of emails)
      await mailAddress(
        db,
        { jobs, outside },
        { companyId, recipient, language },
        'notices',
        params,
      )
  }),

  jobWithWait(
    chatNews,
    async ({ pool, data, outside }) => {
      const { companyId, targetId } = data
      const ready = await inCompany(pool, companyId, async (db) => {
        const news = await newsOf(db, data)
        const bot = await botOf(db, outside.secrets, companyId, targetId)
        const { timezone } = await db
          .selectFrom('company')
          .select('timezone')
          .where('id', '=', companyId)
          .executeTakeFirstOrThrow()
        return bot && news.length > 0 ? { bot, news, timezone } : undefined
      })
      if (!ready) return undefined
      const { bot, news, timezone } = ready
      const { language } = bot
      const message = messageOf(
        news.map((one) => lineOf(one, { language, timezone })),
        language,
        outside.publicUrl,
      )
      // Every message has our name in it, because DingTalk's bots may require a keyword.
      const title = sayIn(language)(`收款管理：${message.title}`, `Paydesk: ${message.title}`)
      return {
        failure: await outside.sendChat(bot, { title, lines: message.lines }),
        tries: news[0]?.tries ?? 0,
      }
    },
    async ({ db, data, jobs, prepared, log }) => {
      const { companyId, targetId, batchId } = data
      if (!prepared?.failure) {
        await markSent(db, data)
        if (prepared) await noteBotSent(db, companyId, targetId)
        return
      }
      const { failure, tries } = prepared
      await noteBotFailed(db, companyId, targetId, failure)
      await sql`
        update notice_delivery
        set tries = tries + 1
        where company_id = ${companyId} and batch_id = ${batchId}`.execute(db)
      const afterSeconds = retrySeconds[tries]
      log.warn(
        { bot: targetId, failure, tries },
        afterSeconds ? 'the chat refused; again later' : 'the chat refused; given up',
      )
      if (afterSeconds) await jobs.enqueue(db, chatNews, data, { afterSeconds })
    },
  ),
]
