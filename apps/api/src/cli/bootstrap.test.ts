// @module-tag slow

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginApi } from '@paydesk/contract/people/login'
import { expect, test, vi } from 'vitest'
import { paydesk } from '../test/command.ts'
import { testApp } from '../test/testApp.ts'

// Each call is a process of its own.
vi.setConfig({ testTimeout: 60_000 })
const t = testApp({ production: true })
const given = {
  PAYDESK_COMPANY: 'First Light',
  PAYDESK_COMPANY_CODE: 'FL',
  PAYDESK_COUNTRY: 'GB',
  PAYDESK_TIMEZONE: 'Europe/London',
  PAYDESK_USERNAME: 'first.admin',
  PAYDESK_PASSWORD: 'violet-harbour-9-lanterns',
}
const bootstrap = (settings: Record<string, string>, ...args: string[]) =>
  paydesk(['bootstrap', ...args], { DATABASE_URL: t.runtimeUrl, ...settings })
const companies = () => t.owner('select name, code, country, timezone from company order by code')

test('all that is wrong with the input is said at once, before the database is asked', async () => {
  const { code, err, lines } = await paydesk(['bootstrap', '--code', 'toolong99'], {
    DATABASE_URL: 'postgres://x@127.0.0.1:9/x',
    PAYDESK_COUNTRY: 'China',
    PAYDESK_TIMEZONE: 'Beijing',
    PAYDESK_USERNAME: 'first admin',
    PAYDESK_PASSWORD: 'hunter2',
  })
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^--company \(PAYDESK_COMPANY\) must be/),
    expect.stringMatching(/^--code \(PAYDESK_COMPANY_CODE\) must be 1 to 8 capital letters/),
    expect.stringMatching(/^--country \(PAYDESK_COUNTRY\) must be/),
    expect.stringMatching(/^--timezone \(PAYDESK_TIMEZONE\) must be/),
    expect.stringMatching(/^--username \(PAYDESK_USERNAME\) must be/),
    expect.stringMatching(/^The password .* needs at least 12 characters/),
  ])
  expect(err).not.toContain('hunter2')
  for (const PAYDESK_PASSWORD of ['password1234567', 'firstadmin12'])
    expect((await bootstrap({ ...given, PAYDESK_PASSWORD })).lines).toEqual([
      expect.stringMatching(/^The password is common, or made of/),
    ])
  expect(await companies()).toEqual([])
})

test('it makes the company and a super admin who can sign in; flags come before variables, the password from a file', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'paydesk-bootstrap-'))
  const file = join(dir, 'password')
  writeFileSync(file, `${given.PAYDESK_PASSWORD}\n`)
  const { PAYDESK_PASSWORD: password, ...rest } = given
  expect(
    await bootstrap({ ...rest, PAYDESK_PASSWORD_FILE: file, PAYDESK_PASSWORD: password }),
  ).toMatchObject({
    code: 1,
    lines: ['PAYDESK_PASSWORD and PAYDESK_PASSWORD_FILE are both set: keep one of them'],
  })
  expect(
    await bootstrap({ ...rest, PAYDESK_PASSWORD_FILE: file }, '--company', '晨星', '--code', 'CX'),
  ).toMatchObject({
    code: 0,
    out: 'Done: first.admin can sign in.\n',
  })
  rmSync(dir, { recursive: true })
  expect(await companies()).toEqual([
    { name: '晨星', code: 'CX', country: 'GB', timezone: 'Europe/London' },
  ])
  const { status } = await t.call(loginApi.account, { body: { username: 'first.admin', password } })
  expect(status).toBe(200)
})

test('where there is a super admin, or the code or the username is taken, it says so and makes nothing', async () => {
  const before = await companies()
  const again = { ...given, PAYDESK_COMPANY_CODE: 'CX', PAYDESK_USERNAME: 'FIRST.admin' }
  expect(await bootstrap(again)).toMatchObject({
    code: 1,
    lines: [
      expect.stringMatching(/^There is a super admin already.*--again/),
      'The company code CX is taken',
      'The username FIRST.admin is taken',
    ],
  })
  expect((await bootstrap(given, '--username', 'second.admin', '--code', 'SC')).lines).toEqual([
    expect.stringMatching(/^There is a super admin/),
  ])
  expect(await companies()).toEqual(before)
  expect(
    await bootstrap(given, '--username', 'second.admin', '--code', 'SC', '--again'),
  ).toMatchObject({ code: 0 })
  expect(await companies()).toHaveLength(2)
})
