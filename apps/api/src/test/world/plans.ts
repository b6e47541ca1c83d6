import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestUser } from '../make.ts'
import type { TestApp } from '../testApp.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
type Statement = { text: string; values: unknown[] }
const original = pg.Client.prototype.query

/** The statements about certain tables that a call really sends. */
export async function statementsOf(
  about: RegExp,
  call: () => Promise<{ status: number }>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [query] = args as [{ text?: string; values?: unknown[] }]
    if (query?.text && about.test(query.text))
      sent.push({ text: query.text, values: query.values ?? [] })
    return original.apply(this, args as never)
  } as never)
  expect((await call()).status).toBe(200)
  spy.mockRestore()
  expect(sent.length).toBeGreaterThan(0)
  return sent
}

/**
 * The plans with which those statements run, as the runtime role and under row-level security, with
 * those of the statements inside functions: auto_explain reports all of them.
 */
export async function plansOf(t: TestApp, user: TestUser, sent: Statement[]): Promise<Plan[]> {
  await t.owner(
    `alter role paydesk_app in database ${new URL(t.ownerUrl).pathname.slice(1)} set session_preload_libraries = 'auto_explain'`,
  )
  for (const [name, value] of [
    ['log_min_duration', '0'],
    ['log_nested_statements', 'on'],
    ['log_format', 'json'],
    ['log_level', 'notice'],
  ] as const)
    await t.owner(
      `alter role paydesk_app in database ${new URL(t.ownerUrl).pathname.slice(1)} set auto_explain.${name} = '${value}'`,
    )
  const client = new pg.Client({
    connectionString: t.runtimeUrl,
    options: '-c plan_cache_mode=force_custom_plan',
  })
  await client.connect()
  const plans: Plan[] = []
  client.on('notice', ({ message }) => {
    const json = message?.slice(message.indexOf('{'))
    if (json) plans.push(...nodes(JSON.parse(json).Plan))
  })
  await client.query('begin')
  await client.query(`select set_config('app.company_id', $1, true)`, [user.companyId])
  for (const { text, values } of sent) {
    const before = plans.length
    // auto_explain reports the plan when the cursor closes, which the next statement causes.
    await client.query(text, values)
    await client.query(`select set_config('app.company_id', $1, true)`, [user.companyId])
    expect(plans.length).toBeGreaterThan(before)
  }
  await client.end()
  return plans
}

/** The tables that the plans read whole, of those whose names match. */
export const readWhole = (plans: Plan[], tables: RegExp) =>
  plans
    .filter((plan) => plan['Node Type'] === 'Seq Scan' && tables.test(plan['Relation Name'] ?? ''))
    .map((plan) => plan['Relation Name'])
