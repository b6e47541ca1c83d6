// @module-tag slow

import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { writeAudit } from '../../test/writeAudit.ts'

const t = testApp()
const list = async (user: TestUser) =>
  (await t.as(user).call(auditLogApi.list, { query: {} })).body.data as {
    list: AuditRow[]
    total: number
    totalIsExact: boolean
  }

test('the count stops at 10,000', async () => {
  const admin = await make.admin(t)
  await writeAudit(t, admin.companyId, 10_050)
  expect(await list(admin)).toMatchObject({ total: 10_000, totalIsExact: false })
}, 60_000)

test('the export holds every entry once, across batches, and is itself recorded', async () => {
  const admin = await make.admin(t)
  await writeAudit(t, admin.companyId, 6500)
  const answer = await t
    .as(admin)
    .call(auditLogApi.export, { query: { format: 'csv', entity: 'bill' } })
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
