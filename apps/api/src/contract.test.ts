import { permissions } from '@paydesk/contract/lib/permission'
import { allEndpoints } from '@paydesk/contract/registry'
import { expect, test } from 'vitest'
import { make } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
const special = ['public', 'signedIn', 'admin', 'superAdmin']

test('the contract is not empty', () => expect(allEndpoints.length).toBeGreaterThan(5))

test.each(
  allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.permission]),
)('%s declares a known permission', (_, permission) => {
  const names = String(permission).split(/[|&]/)
  expect(
    names.length === 1 && special.includes(String(permission))
      ? []
      : names.filter((name) => !(permissions as readonly string[]).includes(name)),
  ).toEqual([])
})

test('calls that every signed-in user may make are about themselves, in their own company, with these exceptions', () => {
  const elsewhere = allEndpoints.filter(
    ({ permission, personal }) => (permission === 'signedIn') !== personal,
  )
  expect(elsewhere.map(({ path }) => path)).toEqual([
    '/api/currentUser',
    '/api/home',
    // These work in the company that a super admin acts in, so that they find and keep its records.
    '/api/search',
    '/api/view',
    '/api/view',
    '/api/view/:id',
    '/api/view/:id',
    '/api/view/choice',
    '/api/stream',
  ])
})

test('no two calls share a method and path', () => {
  const keys = allEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('every registered route is in the contract, and every call of the contract is registered', () => {
  const registered = t.app.registered.filter(
    (route) => !/ \/api\/(docs|openapi\.json)| \/\.well-known\/security\.txt$/.test(route),
  )
  const declared = allEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(registered.sort()).toEqual(declared.sort())
})

test('the permissions in the database are the ones in the contract', async () => {
  const rows = await t.owner<{ name: string }>('select name from permission where built_in')
  expect(rows.map(({ name }) => name).sort()).toEqual([...permissions].sort())
})

test('the published description holds every call', async () => {
  const description = (await t.app.inject('/api/openapi.json')).json()
  for (const { path, method } of allEndpoints)
    expect(description.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
})

test('the browsable description is there and its scripts are our own', async () => {
  const page = await t.app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/<script>|https?:\/\//)
})

test('a user with no permission at all can use only the signed-in calls', async () => {
  const nobody = await make.user(t)
  for (const endpoint of allEndpoints.filter(
    ({ method, permission }) => method === 'GET' && permission !== 'public',
  )) {
    const unknown = '01900000-0000-7000-8000-000000000000'
    const params = {
      id: endpoint.path.includes('auditLog') ? '1' : unknown,
      accountId: unknown,
      fileId: unknown,
    }
    // Some calls require these fields; the others ignore them.
    const query = {
      seconds: 0,
      currency: 'USD',
      paymentId: unknown,
      ids: unknown,
      format: endpoint.path.includes('statement') ? 'pdf' : 'csv',
      month: '2026-01',
      language: 'zh-CN',
      ...(['/api/home/figures', '/api/paypalTransaction/flow'].includes(endpoint.path) && {
        from: '2026-01-01',
        to: '2026-01-31',
      }),
      keyword: 'x',
      list: 'bill',
    }
    const { status } = await t.call(endpoint, { params, query } as never, { token: nobody.token })
    // Anyone may ask for views, but a list that they may not see has none.
    const expected =
      endpoint.path === '/api/view' ? 404 : endpoint.permission === 'signedIn' ? 200 : 403
    expect([endpoint.path, status]).toEqual([endpoint.path, expected])
  }
})

const production = testApp({ production: true })
test('production describes itself to nobody', async () => {
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/', '/api/docs/json'])
    expect((await production.app.inject(url)).statusCode, url).toBe(404)
})

test('every answer has the security headers: calls, refusals, files', async () => {
  const { token } = await make.superAdmin(t)
  for (const url of ['/api/currentUser', '/api/nothing', '/api/export/customer?format=csv']) {
    const { headers } = await t.app.inject({ url, headers: { authorization: token } })
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.any(String),
      'cache-control': 'no-store',
    })
  }
})
