import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../apps/api/src/lib/db.ts'
import { addCompany, asSuperAdmin } from '../../apps/api/src/people/company/company.ts'
import { hashPassword } from '../../apps/api/src/people/session/password.ts'
import { addUsers } from '../../apps/api/src/people/user/user.ts'

/**
 * Everyone who reads this file knows it, so users made with `demo: true` cannot sign in when the
 * process runs in production mode.
 */
export const demoPassword = 'paydesk-demo'

/**
 * The people whom `npm run dev` names. They are also the people of the browser stories, of the
 * tortures and of the benches.
 */
export const demoUsers = [
  { username: 'super', name: '林超', role: 'SuperAdmin', what: '超级管理员 super admin' },
  { username: 'admin', name: '周敏', role: 'Admin', what: '管理员 admin' },
  { username: 'finance', name: '陈静', role: 'Finance', what: '财务 finance' },
  { username: 'wangfang', name: '王芳', role: 'Operator', what: '业务组长 operator, leads lilei' },
  {
    username: 'lilei',
    name: '李雷',
    role: 'Operator',
    parent: 'wangfang',
    what: '业务员 operator',
  },
  { username: 'zhaomin', name: '赵敏', role: 'Operator', what: '业务员 operator, another team' },
] as const

export const otherCompanyUsers = [
  {
    username: 'harbor-admin',
    name: 'Grace Lee',
    role: 'Admin',
    what: '另一家公司的管理员 admin of Harbor Goods',
  },
  {
    username: 'harbor-ops',
    name: 'Tom Hill',
    role: 'Operator',
    parent: 'harbor-admin',
    what: 'Harbor Goods 业务员 operator',
  },
] as const

type SeedOptions = { password: string; demo: boolean }

export const withEmail = <U extends { username: string }>(user: U) => ({
  ...user,
  email: `${user.username}@example.com`,
})

/**
 * Makes two companies with their people, and nothing else. Returns false when the database
 * already has companies.
 */
export async function seedCompanies(
  pool: pg.Pool,
  { password, demo }: SeedOptions,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return asSuperAdmin(pool, async (db) => {
    const existing = await db.selectFrom('company').select('id').limit(1).execute()
    if (existing.length > 0) return false
    const first = await addCompany(db, {
      name: '晨星跨境',
      legalName: '深圳市晨星跨境贸易有限公司',
      code: 'CX',
      country: 'C2',
      timezone: 'Asia/Shanghai',
    })
    await addUsers(db, first, demoUsers.map(withEmail), { passwordHash, demo })
    const second = await addCompany(db, {
      name: 'Harbor Goods',
      legalName: 'Harbor Goods Limited',
      code: 'HG',
      country: 'GB',
      timezone: 'Europe/London',
      baseCurrency: 'GBP',
    })
    await addUsers(db, second, otherCompanyUsers.map(withEmail), { passwordHash, demo })
    return true
  })
}

/** A company that has not begun: it sees what to do first. */
export const newCompanyUsers = [
  {
    username: 'shiguang',
    name: '苏晴',
    role: 'Admin',
    what: '新公司管理员 admin of a new company',
  },
] as const
const moreOperators = [
  { username: 'hanmei', name: '韩梅', role: 'Operator', parent: 'wangfang' },
  { username: 'sunyu', name: '孙宇', role: 'Operator', parent: 'zhaomin' },
  { username: 'wuhao', name: '吴昊', role: 'Finance' },
] as const

/** Who is only in the demo: the first company's other people, and a company that has not begun. */
export async function seedDemoPeople(pool: pg.Pool): Promise<void> {
  const common = { passwordHash: await hashPassword(demoPassword), demo: true }
  await asSuperAdmin(pool, async (db) => {
    const first = await db
      .selectFrom('company')
      .select('id')
      .where('code', '=', 'CX')
      .executeTakeFirstOrThrow()
    await sql`select set_config('app.company_id', ${first.id}, true)`.execute(db)
    const known = await idsOf(db, first.id)
    await addUsers(db, first.id, moreOperators.map(withEmail), common, known)
    const fresh = await addCompany(db, {
      name: '拾光文具',
      legalName: '杭州拾光文具有限公司',
      code: 'SG',
      country: 'C2',
      timezone: 'Asia/Shanghai',
    })
    await addUsers(db, fresh, newCompanyUsers.map(withEmail), common)
  })
}

async function idsOf(db: Db, companyId: string): Promise<Map<string, string>> {
  const users = await db
    .selectFrom('appUser')
    .select(['id', 'username'])
    .where('companyId', '=', companyId)
    .execute()
  return new Map(users.map(({ id, username }) => [username, id]))
}
