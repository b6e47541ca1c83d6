import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { phoneCodeWaitSeconds } from '@paydesk/contract/people/login'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { JobKind } from '../../lib/job.ts'
import type { Deps } from '../../lib/route.ts'
import { admitAttempt, forgiveAttempts } from '../../lib/throttle.ts'
import { type Sending, textUser } from '../../office/message/message.ts'
import { provePhone } from '../user/user.ts'
import { guessFrom } from './device.ts'
import { type Login, type Origin, passFirstFactor, usable } from './session.ts'

const codeMinutes = 5
const maxTries = 5

export const sendPhoneCode = {
  name: 'session.sendPhoneCode',
  data: z.object({ phone: z.string() }),
} satisfies JobKind

export const phoneAvailable = ({ outside }: Pick<Deps, 'outside'>) =>
  outside.sendSms !== undefined || !outside.production

/**
 * Does the same work for every phone. Only the job finds out later whether anyone has it, so nobody
 * learns from words or time which phones are ours.
 */
export async function askForCode(db: Db, deps: Deps, phone: string, { address }: Origin) {
  if (!phoneAvailable(deps)) throw refuse('login.methodUnavailable')
  await admitAttempt(db, { scope: 'phoneSend', subject: phone, from: address })
  const asked = await sql`
    insert into phone_code (phone, sent_at, expires_at)
    values (${phone}, now(), now() + ${codeMinutes} * interval '1 minute')
    on conflict (phone)
    do update set
      sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0, code_hash = null
    where phone_code.sent_at <= now() - ${phoneCodeWaitSeconds} * interval '1 second'
    returning phone`.execute(db)
  if (asked.rows.length === 0) {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(${phoneCodeWaitSeconds} - extract(epoch from now() - sent_at))::int as seconds
      from phone_code
      where phone = ${phone}`.execute(db)
    throw refuse('login.codeTooSoon', { seconds: rows[0]?.seconds ?? phoneCodeWaitSeconds })
  }
  await deps.jobs.enqueue(db, sendPhoneCode, { phone })
  return { waitSeconds: phoneCodeWaitSeconds }
}

/**
 * The job: makes a code for the one user who has this phone. A phone of several users
 * identifies nobody.
 */
export async function makeCode(db: Db, sending: Sending, phone: string) {
  const login = usable(sending.outside, await findByPhone(db, phone))
  if (!login) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { rows } = await sql`
    update phone_code
    set code_hash = ${hashOf(phone, code)}
    where phone = ${phone} and expires_at > now()
    returning phone`.execute(db)
  if (rows.length === 0) return
  await sql`select set_config('app.company_id', ${login.companyId}, true)`.execute(db)
  await textUser(db, sending, login, 'phoneCode', { code })
}

type PhoneSignIn = { phone: string; code: string; remember: boolean }

export async function signInByPhone(
  deps: Deps,
  { phone, code, remember }: PhoneSignIn,
  origin: Origin,
) {
  const { guess, expected } = await inTransaction(deps.pool, [], async (db) => {
    const guess = await guessFrom(
      db,
      { scope: 'phone', subject: phone, from: origin.address },
      origin,
    )
    await admitAttempt(db, guess)
    const { rows } = await sql<{ codeHash: Buffer | null }>`
      update phone_code
      set tries = tries + 1
      where phone = ${phone} and expires_at > now() and tries < ${maxTries}
      returning code_hash`.execute(db)
    return { guess, expected: rows[0]?.codeHash }
  })
  const given = hashOf(phone, code)
  if (!expected || !timingSafeEqual(expected, given)) throw refuse('login.codeIncorrect')
  const login = usable(deps, await inTransaction(deps.pool, [], (db) => findByPhone(db, phone)))
  if (!login) throw refuse('login.codeIncorrect')
  return inCompany(deps.pool, login.companyId, async (db) => {
    const { rows } = await sql`
      delete from phone_code
      where phone = ${phone} and code_hash = ${given}
      returning phone`.execute(db)
    if (rows.length === 0) throw refuse('login.codeIncorrect')
    await forgiveAttempts(db, guess)
    // They receive this number's codes, so it is theirs and nobody else's.
    if (!(await provePhone(db, login, phone))) throw refuse('login.codeIncorrect')
    return passFirstFactor(db, deps, login, remember, origin)
  })
}

async function findByPhone(db: Db, phone: string) {
  const { rows } = await sql<
    Login & { demo: boolean }
  >`select * from find_login_by_phone(${phone})`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}

/**
 * The hash protects nothing: anyone who can read the table can try a million codes. The five
 * minutes and five tries protect.
 */
const hashOf = (phone: string, code: string) =>
  createHash('sha256').update(`${phone}|${code}`).digest()
