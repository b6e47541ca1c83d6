import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import { userApi } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { csvCell } from '../../lib/file/csv.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
type Filter = CallInput<typeof auditLogApi.list>['query']
const list = async (user: TestUser, query: Filter = {}) =>
  (await t.as(user).call(auditLogApi.list, { query })).body.data as {
    list: AuditRow[]
    total: number
    totalIsExact: boolean
  }
const exported = async (
  user: TestUser,
  query: Partial<CallInput<typeof auditLogApi.export>['query']> = {},
) => t.as(user).call(auditLogApi.export, { query: { format: 'csv', ...query } })

const fill = (companyId: string, count: number, name = 'Someone') =>
  t.owner(
    `insert into audit_entry (
       company_id, seq, at, actor_name, action, entity, entity_id, entity_label, address, device,
       prev_hash, hash
     )
     select $1, 0, now(), $3, 'bill.send', 'bill', i::text, $3, '10.0.0.1', 'd', '', ''
     from generate_series(1, $2::int) i`,
    [companyId, count, name],
  )

test('the log says who changed what, with both values, newest first, and each filter finds it', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  const params = { id: user.userId }
  await t.as(admin).call(userApi.update, { params, body: { name: '李雷', version: 1 } })
  const between = new Date().toISOString()
  await t.as(admin).call(userApi.disable, { params })
  await fill(admin.companyId, 1)
  expect((await list(admin)).list).toMatchObject([
    { id: 3, action: 'bill.send', actorId: null },
    { id: 2, action: 'user.disable', before: { status: 'active' }, after: { status: 'disabled' } },
    {
      id: 1,
      action: 'user.update',
      actorId: admin.userId,
      entityLabel: '李雷',
      before: { name: user.username },
      after: { name: '李雷' },
    },
  ])
  const ids = async (query: Filter) => (await list(admin, query)).list.map(({ id }) => id)
  expect(await ids({ actorId: admin.userId })).toEqual([2, 1])
  expect(await ids({ entity: 'user' })).toEqual([2, 1])
  expect(await ids({ action: 'user.disable' })).toEqual([2])
  expect(await ids({ entityId: user.userId, to: between })).toEqual([1])
  expect(await ids({ from: between })).toEqual([3, 2])
  expect(await list(admin, { pageSize: 1, current: 2 })).toMatchObject({
    total: 3,
    totalIsExact: true,
    list: [{ id: 2 }],
  })
  const one = await t.as(admin).call(auditLogApi.read, { params: { id: 2 } })
  expect(one.body.data).toMatchObject({ id: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await t.as(admin).call(auditLogApi.read, { params: { id: 99 } })).status).toBe(404)
})

test('the count stops at 10,000', async () => {
  const admin = await make.admin(t)
  await fill(admin.companyId, 10_050)
  expect(await list(admin)).toMatchObject({ total: 10_000, totalIsExact: false })
}, 60_000)

test('the export holds every entry once, across batches, and is itself recorded', async () => {
  const admin = await make.admin(t)
  await fill(admin.companyId, 6500)
  const answer = await exported(admin, { entity: 'bill' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-log.csv"',
  })
  const lines = (answer.body.data as string).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF序号,时间,操作人,操作,操作代码,对象,对象代码,对象编号,对象名称,变更前,变更后,IP 地址,设备',
  )
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 6500 }, (_, index) => 6500 - index),
  )
  expect((await list(admin)).list[0]).toMatchObject({
    action: 'auditLog.export',
    after: { entity: 'bill', format: 'csv' },
  })
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://x","y")',
])('no live cell from %j', async (text) => {
  const admin = await make.admin(t)
  await fill(admin.companyId, 1, text)
  const { data } = (await exported(admin)).body
  expect(csvCell(text)).toMatch(/^"?'/)
  const cells = parseCsv(data as string)
  expect(cells).toContain(`'${text}`)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

/** Reads a file as a spreadsheet does: all its cells, one after another. */
const parseCsv = (text: string) =>
  [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(?:,|\r\n)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

test('cells are quoted where they must be', () => {
  expect([null, undefined, 3, -3, 'a', 'a,b', 'a"b', 'a\nb', { a: 1 }].map(csvCell)).toEqual([
    '',
    '',
    '3',
    '-3',
    'a',
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    '"{""a"":1}"',
  ])
})

test('no call can change the log: the contract has none that would', async () => {
  const admin = await make.admin(t)
  await fill(admin.companyId, 1)
  for (const method of ['PATCH', 'PUT', 'POST', 'DELETE'] as const) {
    const answer = await t.send({
      method,
      url: '/api/auditLog/1',
      headers: { authorization: admin.token },
      payload: {},
    })
    expect(answer.status).toBe(404)
  }
})
