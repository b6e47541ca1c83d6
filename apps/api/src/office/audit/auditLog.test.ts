import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import { userApi } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { csvCell } from '../../lib/file/csv.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { writeAudit } from '../../test/writeAudit.ts'

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

test('the log says who changed what, with both values, newest first, and each filter finds it', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  const params = { id: user.userId }
  await t.as(admin).call(userApi.update, { params, body: { name: '李雷', version: 1 } })
  const between = new Date().toISOString()
  await t.as(admin).call(userApi.disable, { params })
  await writeAudit(t, admin.companyId, 1)
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
  await writeAudit(t, admin.companyId, 1, text)
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
  await writeAudit(t, admin.companyId, 1)
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
