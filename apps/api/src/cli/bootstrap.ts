import { NewCompany } from '@paydesk/contract/people/company'
import { NewUser } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import { readSettings } from '../lib/config.ts'
import type { Db } from '../lib/db.ts'
import { createPool } from '../lib/pool.ts'
import { migrated, waitForDatabase } from '../lib/startup/database.ts'
import { givenSettings } from '../lib/startup/environment.ts'
import { exitCodes, PlainEnd } from '../lib/startup/plain.ts'
import { addCompany, asSuperAdmin } from '../people/company/company.ts'
import { hashPassword } from '../people/session/password.ts'
import { assertStrong } from '../people/session/passwordRule.ts'
import { addUsers } from '../people/user/user.ts'
import { readOptions } from './options.ts'
import { note, print } from './output.ts'
import { openTerminal } from './terminal.ts'

type Field = { variable: string; question: string; schema: z.ZodType; must: string }

/**
 * The flags, with the variables that stand in for them, what people are asked, and what
 * an answer must be.
 */
const fields: Record<string, Field> = {
  company: {
    variable: 'PAYDESK_COMPANY',
    question: 'Company name',
    schema: NewCompany.shape.name,
    must: 'the company’s name, at most 100 characters',
  },
  code: {
    variable: 'PAYDESK_COMPANY_CODE',
    question: 'Company code (1 to 8 capital letters or digits)',
    schema: NewCompany.shape.code,
    must: '1 to 8 capital letters or digits, with which bill numbers begin',
  },
  country: {
    variable: 'PAYDESK_COUNTRY',
    question: 'Country as PayPal spells it: C2 for China, GB, US …',
    schema: NewCompany.shape.country,
    must: 'a country as PayPal spells it: C2 for China, GB, US …',
  },
  timezone: {
    variable: 'PAYDESK_TIMEZONE',
    question: 'Time zone, e.g. Asia/Shanghai',
    schema: NewCompany.shape.timezone,
    must: 'a time zone such as Asia/Shanghai',
  },
  username: {
    variable: 'PAYDESK_USERNAME',
    question: 'Super admin’s username',
    schema: NewUser.shape.username,
    must: 'a username of at most 64 letters, digits, . _ @ and -',
  },
}
const password = {
  variable: 'PAYDESK_PASSWORD',
  question: 'Password (at least 12 characters, no common one)',
}

const text = { type: 'string' } as const
const options = {
  ...{ company: text, code: text, country: text, timezone: text, username: text },
  again: { type: 'boolean', default: false },
} as const

/** In containers the database and its migration start at the same moment as this. */
const waitMs = 60_000

type Answers = Record<string, string>

/**
 * Makes the first company and its super admin. All that is wrong with what was given is said at
 * once, before the database is touched.
 */
export async function run(args: string[]): Promise<number> {
  const { again, ...flags } = readOptions({ args, options }).values
  const url = readSettings(process.env, ['DATABASE_URL']).DATABASE_URL
  const answers = await gather(flags)
  endIfAny(faultsOf(answers))
  await waitForDatabase({
    url,
    tell: (reason) => note(`Waiting for the database: ${reason}`),
    check: migrated([]),
    forMs: waitMs,
  })
  const pool = createPool(url, 1, 'paydesk-bootstrap')
  try {
    const passwordHash = await hashPassword(answers.password ?? '')
    await asSuperAdmin(pool, (db) => make(db, answers, { passwordHash, again }))
  } finally {
    await pool.end()
  }
  print(`Done: ${answers.username} can sign in.`)
  return 0
}

function endIfAny(faults: string[]) {
  if (faults.length > 0) throw new PlainEnd(faults, exitCodes.faults)
}

/**
 * A flag comes before its variable. Where nobody can type, what was not given stays
 * empty and is a fault.
 */
async function gather(flags: Record<string, string | undefined>): Promise<Answers> {
  const given = givenSettings(process.env, [
    ...Object.values(fields).map(({ variable }) => variable),
    password.variable,
  ])
  endIfAny(given.faults.map(({ fault }) => fault))
  const terminal = process.stdin.isTTY ? openTerminal() : undefined
  const answers: Answers = {}
  try {
    for (const [name, { variable, question }] of Object.entries(fields))
      answers[name] = flags[name] ?? given.values[variable] ?? (await terminal?.ask(question)) ?? ''
    answers.password =
      given.values[password.variable] ?? (await terminal?.askSecret(password.question)) ?? ''
  } finally {
    terminal?.close()
  }
  return answers
}

function faultsOf(answers: Answers): string[] {
  const wrong = Object.entries(fields).filter(
    ([name, { schema }]) => !schema.safeParse(answers[name]).success,
  )
  return [
    ...wrong.map(([name, { variable, must }]) => `--${name} (${variable}) must be ${must}`),
    ...passwordFaults(answers),
  ]
}

function passwordFaults({ password: text = '', username = '', company = '' }: Answers): string[] {
  if (text.length < 12)
    return ['The password (PAYDESK_PASSWORD or PAYDESK_PASSWORD_FILE) needs at least 12 characters']
  try {
    assertStrong(text, { username, name: username, email: null, companyName: company })
    return []
  } catch {
    return ['The password is common, or made of the name of the person or the company']
  }
}

type Make = { passwordHash: string; again: boolean }

async function make(
  db: Db,
  { company: name = '', code = '', country = '', timezone = '', username = '' }: Answers,
  { passwordHash, again }: Make,
) {
  const { rows } = await sql<{ admins: number; code: boolean; username: boolean; zone: boolean }>`
    select super_admin_count() as admins,
      exists (select from company where code = ${code}) as code,
      exists (select from find_login(${username})) as username,
      exists (select from pg_timezone_names where name = ${timezone}) as zone`.execute(db)
  const found = rows[0]
  const taken = `The username ${username} is taken`
  endIfAny([
    ...(found && found.admins > 0 && !again
      ? [
          'There is a super admin already, who can make companies and people; --again makes one more',
        ]
      : []),
    ...(found?.code ? [`The company code ${code} is taken`] : []),
    ...(found?.username ? [taken] : []),
    ...(found?.zone ? [] : [`The database does not know the time zone ${timezone}`]),
  ])
  const companyId = await addCompany(db, {
    name: name.trim(),
    legalName: name.trim(),
    code,
    country,
    timezone,
  })
  const people = [{ username: username.trim(), name: username.trim(), role: 'SuperAdmin' }]
  await addUsers(db, companyId, people, { passwordHash, demo: false }).catch((error) => {
    // The look above sees only those who can sign in.
    throw (error as { constraint?: string }).constraint === 'app_user_username'
      ? new PlainEnd([taken], exitCodes.faults)
      : error
  })
}
