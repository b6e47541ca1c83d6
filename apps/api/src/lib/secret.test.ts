import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { readConfig } from './config.ts'
import { newMasterKey, type Place, parseMasterKeys, rotateSecrets, Secrets } from './secret.ts'

const t = testApp()
const [oldKey, newKey] = [newMasterKey('old'), newMasterKey('new')]
const secretsOf = (...keys: string[]) => new Secrets(parseMasterKeys(keys.join(',')))

async function sealed(secrets: Secrets, text = 'hunter2 密钥') {
  const place: Place = {
    companyId: await make.company(t),
    table: 'paypal_account',
    column: 'secret',
    row: 'row-1',
  }
  return { place, bytes: await t.in(place.companyId, (db) => secrets.seal(db, place, text)) }
}
const open = (secrets: Secrets, place: Place, bytes: Buffer) =>
  t.in(place.companyId, (db) => secrets.open(db, place, bytes))

test('a sealed text opens in its own place, and not in another row, column, table or company', async () => {
  const secrets = secretsOf(oldKey)
  const { place, bytes } = await sealed(secrets)
  const other = await sealed(secrets)
  expect(await open(secrets, place, bytes)).toBe('hunter2 密钥')
  for (const moved of [
    { row: 'row-2' },
    { column: 'client_id' },
    { table: 'second_factor' },
    { companyId: other.place.companyId },
  ])
    await expect(open(secrets, { ...place, ...moved }, bytes)).rejects.toThrow(/authenticate/)
})

test('the same text never seals to the same bytes, shows nothing of itself, and any flipped bit is noticed', async () => {
  const secrets = secretsOf(oldKey)
  const { place, bytes } = await sealed(secrets, 'canary-secret')
  const again = await t.in(place.companyId, (db) => secrets.seal(db, place, 'canary-secret'))
  expect(again.equals(bytes)).toBe(false)
  expect(bytes.includes('canary')).toBe(false)
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(open(secrets, place, changed)).rejects.toThrow()
  }
})

test('two first secrets of a company at once share one key', async () => {
  const secrets = secretsOf(oldKey)
  const companyId = await make.company(t)
  const places = Array.from({ length: 5 }, (_, index) => ({
    companyId,
    table: 't',
    column: 'c',
    row: String(index),
  }))
  const all = await Promise.all(
    places.map((place) => t.in(companyId, (db) => secrets.seal(db, place, place.row))),
  )
  for (const [index, place] of places.entries())
    expect(await open(secrets, place, all[index] as Buffer)).toBe(place.row)
})

test('rotation re-wraps: the old secrets open with the new master key alone, and not before', async () => {
  const { place, bytes } = await sealed(secretsOf(oldKey))
  await expect(open(secretsOf(newKey), place, bytes)).rejects.toThrow(
    /"old" is not in PAYDESK_MASTER_KEYS/,
  )
  expect(await open(secretsOf(newKey, oldKey), place, bytes)).toBe('hunter2 密钥')
  const first = await rotateSecrets(t.ownerUrl, `${newKey},${oldKey}`)
  expect(first.rewrapped).toBe(first.companies)
  expect(await rotateSecrets(t.ownerUrl, `${newKey},${oldKey}`)).toMatchObject({ rewrapped: 0 })
  // Behind row-level security there are no keys to rotate: who then took the old one away would
  // lose all secrets.
  await expect(rotateSecrets(t.runtimeUrl, newKey)).rejects.toThrow(/sees only one company/)
  expect(await open(secretsOf(newKey), place, bytes)).toBe('hunter2 密钥')
  await expect(open(secretsOf(oldKey), place, bytes)).rejects.toThrow(/"new" is not/)
})

test('a data key moved to another company does not unwrap', async () => {
  const secrets = secretsOf(newKey)
  const [a, b] = [await sealed(secrets), await sealed(secrets)]
  await t.owner(
    'update company_key x set wrapped = y.wrapped from company_key y where x.company_id = $1 and y.company_id = $2',
    [b.place.companyId, a.place.companyId],
  )
  await expect(open(secrets, b.place, b.bytes)).rejects.toThrow(/authenticate/)
})

test('invalid master keys are refused, and production does not start without any', () => {
  for (const text of [
    'a:short',
    'no-colon',
    `:${randomBytes(32).toString('base64')}`,
    `a b:${randomBytes(32).toString('base64')}`,
  ])
    expect(() => parseMasterKeys(text)).toThrow(/PAYDESK_MASTER_KEYS/)
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://x@localhost/x',
    PUBLIC_URL: 'https://pay.example',
    TRUST_PROXY: 'none',
  }
  expect(() => readConfig(environment)).toThrow(/PAYDESK_MASTER_KEYS/)
  expect(readConfig({ ...environment, PAYDESK_MASTER_KEYS: newKey }).publicUrl).toBe(
    'https://pay.example',
  )
})
