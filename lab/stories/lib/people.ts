/**
 * A separate company for stories that change passwords, second factors and settings, so that people
 * of other stories keep theirs.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { addCompany, asSuperAdmin } from '../../../apps/api/src/people/company/company.ts'
import { hashPassword } from '../../../apps/api/src/people/session/session.ts'
import { addUsers } from '../../../apps/api/src/people/user/user.ts'
import { e2ePassword } from './password.ts'

/** One person per story, so that stories can run side by side; the first is the admin. */
export const storyPeople = [
  'boss',
  'factor',
  'phone',
  'keys',
  'oidc',
  'forgot',
  'profile',
  'stale',
  'password',
  'notify',
  'sessions',
  'fresh',
  'lost',
] as const
export type StoryPerson = (typeof storyPeople)[number]

/**
 * As many tries as playwright.config.ts allows. A try that failed half-way leaves a password or a
 * second factor behind, so each try has people of its own.
 */
const tries = [0, 1, 2]
const nth = (retry: number) => (retry === 0 ? '' : String(retry))
export const usernameOf = (person: StoryPerson, retry = 0) => `ys${nth(retry)}-${person}`
export const strictUsername = (who: 'admin' | 'enrol', retry: number) => `yf${nth(retry)}-${who}`

/**
 * The people of stories about second factors and limits: admins, but for one whose address is
 * changed. Each try has its own company.
 */
export const carefulPeople = ['admin', 'moved', 'first', 'second', 'subject'] as const
export const carefulUsername = (who: (typeof carefulPeople)[number], retry: number) =>
  `wt${nth(retry)}-${who}`

export const storyPhoneOf = (retry: number) => `+861390000000${retry + 1}`

/**
 * The people who make bills, follow them, and may not see them. They have a separate company, so
 * that other companies' lists keep their numbers.
 */
export const billPeople = [
  { username: 'zd-admin', name: '钱进', role: 'Admin' },
  { username: 'zd-lead', name: '孙组长', role: 'Operator' },
  { username: 'zd-ops', name: '李业务', role: 'Operator', parent: 'zd-lead' },
  { username: 'zd-other', name: '吴旁人', role: 'Operator' },
  { username: 'zd-finance', name: '郑财务', role: 'Finance' },
] as const

export async function seedStories(pool: pg.Pool) {
  const passwordHash = await hashPassword(e2ePassword)
  await asSuperAdmin(pool, async (db) => {
    for (const [code, name, people] of [
      [
        'YS',
        '云杉贸易',
        tries.flatMap((retry) => storyPeople.map((person) => usernameOf(person, retry))),
      ],
      // This company requires a second factor.
      ...tries.map(
        (retry) =>
          [
            `YF${nth(retry)}`,
            '严防科技',
            [strictUsername('admin', retry), strictUsername('enrol', retry)],
          ] as const,
      ),
      ...tries.map(
        (retry) =>
          [
            `WT${nth(retry)}`,
            '稳妥贸易',
            carefulPeople.map((who) => carefulUsername(who, retry)),
          ] as const,
      ),
    ] as const) {
      const company = await addCompany(db, {
        name,
        legalName: `${name}有限公司`,
        code,
        country: 'C2',
        timezone: 'Asia/Shanghai',
      })
      const users = people.map((username, index) => ({
        username,
        name: username,
        email: `${username}@example.com`,
        role:
          index === 0 || (code.startsWith('WT') && !username.endsWith('moved'))
            ? 'Admin'
            : 'Operator',
      }))
      await addUsers(db, company, users, { passwordHash, demo: false })
      for (const retry of tries)
        await db
          .updateTable('appUser')
          .set({ phone: storyPhoneOf(retry) })
          .where('username', '=', usernameOf('phone', retry))
          .execute()
    }
    const billing = await addCompany(db, {
      name: '账单贸易',
      legalName: '',
      code: 'ZD',
      country: 'C2',
      timezone: 'Asia/Shanghai',
    })
    const users = billPeople.map((user) => ({ ...user, email: `${user.username}@example.com` }))
    await addUsers(db, billing, users, { passwordHash, demo: false })
    // These are enough notices for more than two parts of the endless list.
    await sql`
      insert into notice (company_id, user_id, kind, subject_id, data, created_at)
      select company_id, id, 'newDevice', new_id(),
        '{"address":"127.0.0.1","device":"Safari","at":"2026-01-01T00:00:00.000Z"}',
        now() - n * interval '1 hour'
      from app_user, generate_series(1, 45) n where username = 'zd-other'`.execute(db)
  })
}
