import { type Finding, quarantineApi } from '@paydesk/contract/desk/quarantine'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quarantineSeen } from '../../cli/quarantine.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
let superAdmin: Awaited<ReturnType<typeof make.superAdmin>>
const companies: string[] = []

beforeAll(async () => {
  superAdmin = await make.superAdmin(t)
  await t.owner(`select quarantine_on(now() - interval '1 hour', 'a test')`)
  // Whoever signed in before a restore signs in again.
  await t.owner('update session set created_at = clock_timestamp()')
  for (const _ of [1, 2]) companies.push(await make.company(t))
  // The last one is of an earlier quarantine.
  for (const companyId of companies)
    await t.owner(
      `insert into quarantine_finding (
         company_id, quarantined_at, kind, subject, label, facts, state, found_at
       )
       select $1, i.quarantined_at - n.earlier, n.kind, n.label, n.label, '{}', n.state,
         i.quarantined_at + n.after
       from installation i,
         (
           values ('elsewhere', 'b', 'open', interval '2 s', interval '0'),
             ('elsewhere', 'a', 'open', interval '1 s', interval '0'),
             ('numbers', 'c', 'taken', interval '0', interval '0'),
             ('elsewhere', 'd', 'seen', interval '0', interval '0'),
             ('elsewhere', 'old', 'open', interval '0', interval '1 day')
         ) n (kind, label, state, after, earlier)`,
      [companyId],
    )
})
afterAll(() => t.owner('update installation set left_at = now()'))

async function list(query: NonNullable<CallInput<typeof quarantineApi.findings>['query']>) {
  const { status, body } = await t.as(superAdmin).call(quarantineApi.findings, { query })
  expect(status).toBe(200)
  const { list: found, total } = (body as unknown as { data: { list: Finding[]; total: number } })
    .data
  return {
    labels: found.map(({ companyId, label }) => `${companies.indexOf(companyId)}${label}`),
    total,
  }
}

test('what nobody has seen comes first, in the order in which it was found, company by company, whatever the size of a page', async () => {
  const { labels: all, total } = await list({ pageSize: 100 })
  expect(total).toBe(8)
  const ofCompany = (labels: string[], company: number) =>
    labels.filter((label) => label.startsWith(String(company))).map((l) => l.slice(1))
  for (const company of [0, 1]) expect(ofCompany(all, company)).toEqual(['a', 'b', 'd', 'c'])
  expect(all.map((label) => label.slice(1))).toEqual(['a', 'b', 'a', 'b', 'd', 'd', 'c', 'c'])
  for (const pageSize of [1, 3, 5]) {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(total / pageSize) + 1 }, (_, index) =>
        list({ pageSize, current: index + 1 }),
      ),
    )
    expect(pages.flatMap(({ labels }) => labels)).toEqual(all)
    expect(pages.map((page) => page.total)).toEqual(pages.map(() => total))
  }
})

test('by company, kind and state', async () => {
  expect(await list({ companyId: companies[1] as string, state: 'open' })).toEqual({
    labels: ['1a', '1b'],
    total: 2,
  })
  expect((await list({ kind: 'numbers' })).labels.toSorted()).toEqual(['0c', '1c'])
  expect(await list({ kind: 'numbers', state: 'open' })).toEqual({ labels: [], total: 0 })
})

// Last, because nothing of this kind is open afterwards.
test('the command line confirms one kind, however much of another one was found before', async () => {
  await t.owner(
    `insert into quarantine_finding (
       company_id, quarantined_at, kind, subject, label, facts, state, found_at
     )
     select $1, i.quarantined_at, 'unreadable', n::text, n::text, '{}', 'open',
       i.quarantined_at - interval '1 s'
     from installation i, generate_series(1, 501) n`,
    [companies[0]],
  )
  expect(
    await quarantineSeen(t.runtimeUrl, { by: 'someone', reason: 'looked', kind: 'elsewhere' }),
  ).toBe(4)
  expect((await list({ kind: 'unreadable', state: 'open' })).total).toBe(501)
})
