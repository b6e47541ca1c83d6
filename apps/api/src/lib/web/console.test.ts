import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/testApp.ts'

const dir = mkdtempSync(join(tmpdir(), 'paydesk-console-'))
mkdirSync(join(dir, 'guide/en-US'), { recursive: true })
writeFileSync(join(dir, 'index.html'), 'the console')
writeFileSync(join(dir, 'guide/en-US/start.html'), 'the guide')
afterAll(() => rmSync(dir, { recursive: true }))
const t = testApp({ environment: () => ({ CONSOLE_DIR: dir }) })

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const get = (url: string, accept?: string) =>
  t.send<string>({ method: 'GET', url, headers: accept ? { accept } : {} })

test.each([
  ['/', undefined],
  ['/', '*/*'],
  ['/payPalBill/list/018f', browser],
  ['/welcome?from=mail', browser],
  ['/liveliness', browser],
  ['/no-such-page', browser],
])('%s asked with %s is the console', async (url, accept) => {
  expect(await get(url, accept)).toMatchObject({ status: 200, body: { data: 'the console' } })
})

test.each([
  ['/metrics', undefined],
  ['/metrics', 'text/plain;version=0.0.4;q=0.3,*/*;q=0.2'],
  ['/metrics', browser],
  ['/metrics/', browser],
  ['/healthz', browser],
  ['/-/healthy', browser],
  ['/actuator/health', browser],
  ['/payPalBill/list', '*/*'],
  ['/no-such-page', undefined],
  ['/no-such.js', browser],
  ['/api', browser],
  ['/api/metrics', browser],
])('%s asked with %s is not there', async (url, accept) => {
  const answer = await get(url, accept)
  expect(answer).toMatchObject({ status: 404, body: { success: false, errorCode: 'notFound' } })
})

test('the pages of the guide are there for everyone, and nothing is there to be written', async () => {
  expect(await get('/guide/en-US/start', '*/*')).toMatchObject({
    status: 200,
    body: { data: 'the guide' },
  })
  expect(
    await t.send({ method: 'POST', url: '/welcome', headers: { accept: browser } }),
  ).toMatchObject({ status: 404 })
})
