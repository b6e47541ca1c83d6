import { knownDevices, loginApi } from '@paydesk/contract/people/login'
import { expect, test } from 'vitest'
import { make, password } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
let next = 0
const attempt = (username: string, secret: string, devices: string[] = []) =>
  t.call(
    loginApi.account,
    { body: { username, password: secret } },
    {
      address: `10.7.${next >> 8}.${next++ & 255}`,
      headers: { [knownDevices.header]: devices.join(',') },
    },
  )
const signIn = async (username: string, devices: string[] = []) =>
  (await attempt(username, password, devices)).body.data as { token: string; device: string | null }
const lock = async (username: string) => {
  for (let index = 0; index < 11; index++) await attempt(username, 'wrong')
  expect((await attempt(username, password)).status).toBe(429)
}

test('guesses from elsewhere do not lock out the browser that has signed in before', async () => {
  const { username } = await make.operator(t)
  const { device } = await signIn(username)
  await lock(username)
  expect(await signIn(username, ['x'.repeat(43), device as string])).toMatchObject({
    token: expect.any(String),
    device: null,
  })
  expect((await attempt(username, password)).status).toBe(429)
})

test('a stranger in the same office does not lock out the browsers of those who work there', async () => {
  const { username } = await make.operator(t)
  const device = (await signIn(username)).device as string
  const address = '10.4.5.6'
  const from = (devices: string[]) =>
    t.call(
      loginApi.account,
      { body: { username, password } },
      { address, headers: { [knownDevices.header]: devices.join(',') } },
    )
  await from([])
  await t.owner('update login_throttle set attempts = 100 where key = $1', [
    `address:user:${address}`,
  ])
  expect((await from([])).status).toBe(429)
  expect((await from([device])).status).toBe(200)
})

test('a known browser has ten tries of its own, and using them up does not lock others out', async () => {
  const { username } = await make.operator(t)
  const device = (await signIn(username)).device as string
  const statuses = []
  for (let index = 0; index < 12; index++)
    statuses.push((await attempt(username, 'wrong', [device])).status)
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  expect((await attempt(username, password, [device])).status).toBe(429)
  expect((await attempt(username, password)).status).toBe(200)
})

test('a browser is known for those who signed in there, not for others, and only by a token that we made', async () => {
  const [owner, other] = [await make.operator(t), await make.operator(t)]
  const device = (await signIn(owner.username)).device as string
  await lock(other.username)
  expect((await attempt(other.username, password, [device])).status).toBe(429)
  await lock(owner.username)
  expect(
    (await attempt(owner.username, password, [`${device}x`, 'short', 'y'.repeat(300)])).status,
  ).toBe(429)
  // Only the first five are looked at.
  const many = [
    ...Array.from({ length: knownDevices.most }, (_, index) => String(index).repeat(43)),
    device,
  ]
  expect((await attempt(owner.username, password, many)).status).toBe(429)
})

test('the token is stored as a hash, and long unused ones are forgotten', async () => {
  const { username, userId } = await make.operator(t)
  const device = (await signIn(username)).device as string
  const rows = await t.owner<{ hash: Buffer }>(
    'select token_hash as hash from known_device where user_id = $1',
    [userId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.hash.toString('utf8')).not.toContain(device)
  await t.owner(
    `update known_device set last_used_at = now() - interval '181 days' where user_id = $1`,
    [userId],
  )
  await t.pool.query('select sweep_devices()')
  await lock(username)
  expect((await attempt(username, password, [device])).status).toBe(429)
})
