import { randomBytes } from 'node:crypto'
import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import type { Permission } from '@paydesk/contract/lib/permission'
import type { AccountState } from '@paydesk/contract/paypal/paypalAccountState'
import { sql } from 'kysely'
import { indexBill } from '../billing/bill/search.ts'
import { hashToken } from '../lib/actor.ts'
import { secretPlace } from '../paypal/paypalAccount/paypalAccount.ts'
import { hashPassword } from '../people/session/password.ts'
import type { TestApp } from './appInProcess.ts'

const unique = () => randomBytes(4).toString('hex')
export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

export type TestUser = { companyId: string; userId: string; username: string; token: string }

/** Makes records, with everything that they need around them. */
export const make = {
  async company(
    t: TestApp,
    values: { timezone?: string; status?: 'active' | 'suspended' } = {},
  ): Promise<string> {
    const rows = await t.owner<{ id: string }>(
      `insert into company (name, code, country, timezone, base_currency, status)
       values ($1, $2, 'GB', $3, 'USD', $4)
       returning id`,
      [
        `Company ${unique()}`,
        unique().toUpperCase(),
        values.timezone ?? 'UTC',
        values.status ?? 'active',
      ],
    )
    return rows[0]?.id as string
  },

  async user(
    t: TestApp,
    values: {
      companyId?: string
      roles?: string[]
      permissions?: Permission[]
      parentId?: string
      status?: 'active' | 'invited' | 'disabled'
      email?: string
      phone?: string
      demo?: boolean
    } = {},
  ): Promise<TestUser> {
    const companyId = values.companyId ?? (await make.company(t))
    const username = `user-${unique()}`
    passwordHash ??= hashPassword(password)
    const [user] = await t.owner<{ id: string }>(
      `insert into app_user (
         company_id, username, name, password_hash, parent_id, status, demo, email, phone
       )
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        companyId,
        username,
        username,
        await passwordHash,
        values.parentId ?? null,
        values.status ?? 'active',
        values.demo ?? false,
        values.email ?? null,
        values.phone ?? null,
      ],
    )
    const userId = user?.id as string
    const roles = [...(values.roles ?? [])]
    if (values.permissions) roles.push(await make.role(t, values.permissions))
    await t.owner(
      `insert into user_role (company_id, user_id, role_id)
       select $1, $2, id
       from role
       where code = any($3)`,
      [companyId, userId, roles],
    )
    return { companyId, userId, username, token: await make.session(t, companyId, userId) }
  },

  async role(t: TestApp, permissions: Permission[]): Promise<string> {
    const code = `role-${unique()}`
    await t.owner(
      `with r as (insert into role (code, name) values ($1, $1) returning id)
       insert into role_permission select r.id, p.id from r, permission p where p.name = any($2)`,
      [code, permissions],
    )
    return code
  },

  operator: (t: TestApp, values: { companyId?: string; parentId?: string } = {}) =>
    make.user(t, { ...values, roles: ['Operator'] }),
  admin: (t: TestApp, companyId?: string) =>
    make.user(t, { ...(companyId && { companyId }), roles: ['Admin'] }),

  superAdmin: (t: TestApp, companyId?: string) =>
    make.user(t, { ...(companyId && { companyId }), roles: ['SuperAdmin'] }),
  /** What the person behind the session has just shown; null: nothing of late. */
  async shown(t: TestApp, { token }: { token: string }, shown: 'factor' | 'password' | null) {
    const at = (is: boolean) => (is ? 'now()' : 'null')
    await t.owner(
      `update session
       set factor_at = ${at(shown === 'factor')}, reauthenticated_at = ${at(shown !== null)}
       where token_hash = $1`,
      [hashToken(token)],
    )
  },

  /**
   * The person has shown a second factor and will not be asked again within a day: tests of it take
   * that back (`shown`).
   */
  async session(t: TestApp, companyId: string, userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await t.owner(
      `insert into session (
         company_id, user_id, token_hash, idle_seconds, expires_at, address, user_agent, factor_at
       )
       values (
         $1, $2, $3, 3600, now() + interval '1 day', '127.0.0.1', 'test', now() + interval '1 day'
       )`,
      [companyId, userId, hashToken(token)],
    )
    return token
  },

  /**
   * The account has a secret that can be opened; `as` gives it the credentials of a
   * simulator's app.
   */
  async paypalAccount(
    t: TestApp,
    companyId: string,
    values: {
      label?: string
      state?: AccountState
      priority?: number
      as?: { clientId: string; secret: string }
    } = {},
  ): Promise<string> {
    const {
      label = 'Account',
      state = 'active',
      priority = 100,
      as = { clientId: `client-${unique()}`, secret: 'a-secret-of-the-app' },
    } = values
    return t.in(companyId, async (db) => {
      const { id } = await db
        .insertInto('paypalAccount')
        .values({
          companyId,
          label,
          email: '',
          environment: 'sandbox',
          state,
          priority,
          clientId: as.clientId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const secretSealed = await t.outside.secrets.seal(
        db,
        secretPlace({ companyId, accountId: id }),
        as.secret,
      )
      const secret = {
        secretSealed,
        secretLast4: as.secret.slice(-4),
        secretChangedAt: sql<string>`now()`,
      }
      await db
        .updateTable('paypalAccount')
        .set(secret)
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .execute()
      return id
    })
  },

  async customer(
    t: TestApp,
    owner: TestUser,
    values: { name?: string; email?: string | null } = {},
  ): Promise<string> {
    const [row] = await t.owner<{ id: string }>(
      `insert into customer (company_id, owner_id, name, email)
       values ($1, $2, $3, $4)
       returning id`,
      [
        owner.companyId,
        owner.userId,
        values.name ?? 'Customer',
        values.email === undefined ? `${unique()}@customer.example` : values.email,
      ],
    )
    return row?.id as string
  },

  async bill(
    t: TestApp,
    owner: TestUser,
    values: {
      status?: BillStatus
      currency?: string
      totalMinor?: number
      dueDate?: string
      number?: string
      title?: string
      name?: string
      email?: string
      accountId?: string
      createdAt?: string
    } = {},
  ) {
    return t.in(owner.companyId, async (db) => {
      const { companyId, userId: ownerId } = owner
      const customer = await db
        .insertInto('customer')
        .values({
          companyId,
          ownerId,
          name: values.name ?? 'Customer',
          email: values.email ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const totalMinor = values.totalMinor ?? 1000
      const bill = await db
        .insertInto('bill')
        .values({
          companyId,
          ownerId,
          number: values.number ?? `T-${unique()}`,
          title: values.title ?? '',
          customerId: customer.id,
          customerName: values.name ?? 'Customer',
          currency: values.currency ?? 'USD',
          totalMinor,
          dueMinor: totalMinor,
          dueDate: values.dueDate ?? null,
          status: values.status ?? 'draft',
          accountId: values.accountId ?? null,
          createdAt: values.createdAt ?? sql<string>`clock_timestamp()`,
        })
        .returning(['id', 'number'])
        .executeTakeFirstOrThrow()
      const item = {
        name: 'Sample',
        description: '',
        quantity: '1',
        unitAmountMinor: totalMinor,
        taxName: '',
      }
      const recipient = {
        name: values.name ?? 'Customer',
        businessName: '',
        email: values.email ?? 'c@customer.example',
        ccEmails: [],
        country: null,
        language: null,
      }
      await db
        .insertInto('billContent')
        .values({
          companyId,
          billId: bill.id,
          items: JSON.stringify([item]),
          recipient: JSON.stringify(recipient),
        })
        .execute()
      await indexBill(db, companyId, bill.id)
      return { ...bill, customerId: customer.id }
    })
  },
}
