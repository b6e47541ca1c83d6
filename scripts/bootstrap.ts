/**
 * `npm run bootstrap`: makes the first company and its super admin in an empty installation.
 * It reads DATABASE_URL and asks for the rest; the password can come from PAYDESK_PASSWORD where nobody can type.
 */
import { createInterface } from 'node:readline/promises'
import { readConfig } from '../apps/api/src/lib/config.ts'
import { createPool } from '../apps/api/src/lib/pool.ts'
import { hashPassword } from '../apps/api/src/people/session/password.ts'
import { assertStrong } from '../apps/api/src/people/session/passwordRule.ts'
import { addCompany, addUsers, asSuperAdmin } from './people.ts'

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const ask = async (question: string, given?: string) => given || (await terminal.question(`${question}: `)).trim()

const name = await ask('Company name', process.env.PAYDESK_COMPANY)
const code = await ask('Company code (1 to 8 capital letters or digits)', process.env.PAYDESK_COMPANY_CODE)
const country = await ask('Country as PayPal spells it: C2 for China, GB, US …', process.env.PAYDESK_COUNTRY)
const timezone = await ask('Time zone, e.g. Asia/Shanghai', process.env.PAYDESK_TIMEZONE)
const username = await ask('Super admin’s username', process.env.PAYDESK_USERNAME)
const password = await ask('Password (at least 12 characters, no common one)', process.env.PAYDESK_PASSWORD)
terminal.close()
if (password.length < 12) throw new Error('The password needs at least 12 characters')
try {
  assertStrong(password, { username, name: username, email: null, companyName: name })
} catch {
  throw new Error('The password is common, or made of the name of the person or the company')
}

const pool = createPool(readConfig(process.env).databaseUrl, 1, 'paydesk-bootstrap')
const passwordHash = await hashPassword(password)
await asSuperAdmin(pool, async (db) => {
  const companyId = await addCompany(db, { name, legalName: name, code, country, timezone })
  await addUsers(db, companyId, [{ username, name: username, role: 'SuperAdmin' }], { passwordHash, demo: false })
})
await pool.end()
console.log(`Done: ${username} can sign in.`)
