import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { maxViews, type View, viewApi } from '@paydesk/contract/office/view'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const t = testApp()
let people: Record<'admin' | 'finance' | 'operator' | 'nobody' | 'elsewhere', TestUser>
beforeAll(async () => {
  const companyId = await make.company(t)
  people = {
    admin: await make.admin(t, companyId),
    finance: await make.user(t, { companyId, permissions: ['ViewAllPayPalBill', 'ExportData'] }),
    operator: await make.operator(t, { companyId }),
    nobody: await make.user(t, { companyId }),
    elsewhere: await make.admin(t),
  }
})

type Who = keyof typeof people
const values = {
  list: 'bill' as const,
  query: 'tab=overdue&currency=EUR',
  columns: ['number', 'due'],
  shared: false,
}
const create = (who: Who, more: Partial<Omit<View, 'list'>> & { name: string }) =>
  t.as(people[who]).call(viewApi.create, { body: { ...values, ...more } })
const made = async (who: Who, more: Partial<View> & { name: string }) =>
  dataOf<View>(await create(who, more))
const change = (who: Who, { id, version }: View, body: object) =>
  t.as(people[who]).call(viewApi.update, { params: { id }, body: { version, ...body } })
const remove = (who: Who, { id }: View) =>
  t.as(people[who]).call(viewApi.remove, { params: { id } })
const read = async (who: Who) =>
  dataOf<{ list: View[]; choice: { columns: string[] | null; defaultViewId: string | null } }>(
    await t.as(people[who]).call(viewApi.list, { query: { list: 'bill' } }),
  )
const names = async (who: Who) => (await read(who)).list.map(({ name }) => name)

test('a personal view is kept, renamed and deleted, and nobody else sees it', async () => {
  const view = await made('operator', { name: '欧元逾期' })
  expect(view).toMatchObject({
    query: values.query,
    columns: values.columns,
    mine: true,
    editable: true,
    shared: false,
  })
  for (const who of ['admin', 'finance', 'elsewhere'] as const) {
    expect(await names(who)).not.toContain('欧元逾期')
    expect((await change(who, view, { name: 'X' })).status).toBe(404)
    expect((await remove(who, view)).status).toBe(404)
  }
  const renamed = dataOf<View>(await change('operator', view, { name: '欧元' }))
  expect(await change('operator', view, { name: '旧' })).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { name: '欧元' } },
  })
  expect(await create('operator', { name: '欧元' })).toMatchObject({
    status: 409,
    body: { errorCode: 'view.nameTaken' },
  })
  expect((await remove('operator', renamed)).status).toBe(200)
  expect(await names('operator')).toEqual([])
  const { list } = dataOf<{ list: { action: string }[] }>(
    await t.as(people.admin).call(auditLogApi.list, { query: { entity: 'view' } }),
  )
  expect(list.map(({ action }) => action)).toEqual(['view.delete', 'view.update', 'view.create'])
})

test('sharing needs ExportData; everyone who sees the list finds it, only its owner and admins change it', async () => {
  expect((await create('operator', { name: '共享', shared: true })).status).toBe(403)
  const own = await made('operator', { name: '自己的' })
  expect((await change('operator', own, { shared: true })).status).toBe(403)
  const shared = await made('finance', { name: '本月待收', shared: true })
  expect(await names('operator')).toEqual(['自己的', '本月待收'])
  expect((await read('operator')).list[1]).toMatchObject({ mine: false, editable: false })
  expect(await names('elsewhere')).toEqual([])
  expect((await change('operator', shared, { name: 'X' })).status).toBe(403)
  expect((await remove('operator', shared)).status).toBe(403)
  expect(dataOf<View>(await change('admin', shared, { name: '本月应收' }))).toMatchObject({
    name: '本月应收',
    mine: false,
  })
  // Someone who may not see the list does not learn from its views what people look for in it.
  expect((await t.as(people.nobody).call(viewApi.list, { query: { list: 'bill' } })).status).toBe(
    404,
  )
  expect((await create('nobody', { name: 'X' })).status).toBe(404)
})

test('each person has their own columns and default view; a deleted view is nobody’s default', async () => {
  const view = await made('finance', { name: '开始', shared: true })
  const choose = (who: Who, body: object) =>
    t.as(people[who]).call(viewApi.choose, { body: { list: 'bill', ...body } })
  expect(dataOf(await choose('operator', { columns: ['number', 'status'] }))).toEqual({
    columns: ['number', 'status'],
    defaultViewId: null,
  })
  expect(dataOf(await choose('operator', { defaultViewId: view.id }))).toEqual({
    columns: ['number', 'status'],
    defaultViewId: view.id,
  })
  expect((await read('finance')).choice).toEqual({ columns: null, defaultViewId: null })
  const hidden = await made('finance', { name: '私下' })
  expect((await choose('operator', { defaultViewId: hidden.id })).status).toBe(404)
  await remove('finance', view)
  expect((await read('operator')).choice).toEqual({
    columns: ['number', 'status'],
    defaultViewId: null,
  })
  expect(dataOf(await choose('operator', { columns: null }))).toEqual({
    columns: null,
    defaultViewId: null,
  })
})

test('the number of views is limited', async () => {
  for (
    let count = (await read('admin')).list.filter(({ mine }) => mine).length;
    count < maxViews;
    count++
  )
    await made('admin', { name: `视图 ${count}` })
  expect(await create('admin', { name: '多一个' })).toMatchObject({
    status: 422,
    body: { errorCode: 'view.tooMany' },
  })
})
