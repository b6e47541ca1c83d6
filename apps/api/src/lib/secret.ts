import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import pg from 'pg'
import type { Db } from './db.ts'
import { assertSeesAll } from './runtimeRole.ts'

/**
 * Secrets at rest, as an envelope: a data key per company encrypts them, a master key from the
 * environment wraps the data keys. Both are AES-256-GCM with a fresh random nonce. Each
 * ciphertext is authenticated together with its place, so a copy in another row, column, table
 * or company does not open.
 */
export type Place = { companyId: Id<'company'>; table: string; column: string; row: string }
export type MasterKey = { id: string; key: Buffer }
export type WrappedKey = { companyId: Id<'company'>; masterKeyId: string; wrapped: Buffer }

const format = 1
const nonceBytes = 12
const tagBytes = 16

/** `id:base64,id:base64`: the first key wraps, all keys unwrap. */
export function parseMasterKeys(text: string): MasterKey[] {
  const [fault] = masterKeyFaults(text)
  if (fault) throw new Error(fault)
  return entriesOf(text)
}

/** What is wrong with PAYDESK_MASTER_KEYS, by the entry's number: the entry itself is a secret. */
export function masterKeyFaults(text: string): string[] {
  const entries = entriesOf(text)
  const isNamed = ({ id }: MasterKey) => /^[\w-]{1,40}$/.test(id)
  const form = 'an entry is id:base64 of 32 bytes; `paydesk keygen` makes one'
  return entries.flatMap((entry, at) => {
    const which = `PAYDESK_MASTER_KEYS: entry ${at + 1}`
    if (!isNamed(entry))
      return [`${which} has no id of letters, digits, _ and - before its colon: ${form}`]
    if (entry.key.length !== 32) return [`${which} is ${entry.key.length} bytes long: ${form}`]
    if (entries.findIndex(({ id }) => id === entry.id) < at)
      return [`${which} has the id of an earlier entry: give each key an id of its own`]
    return []
  })
}

const entriesOf = (text: string): MasterKey[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((entry) => {
      const [id = '', encoded = ''] = entry.trim().split(':')
      return { id, key: Buffer.from(encoded, 'base64') }
    })

export const newMasterKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

export class Secrets {
  private readonly keys: MasterKey[]
  constructor(keys: MasterKey[]) {
    this.keys = keys
  }

  async seal(db: Db, place: Place, text: string): Promise<Buffer> {
    return encrypt(
      await this.dataKey(db, place.companyId),
      addressOf(place),
      Buffer.from(text, 'utf8'),
    )
  }

  async open(db: Db, place: Place, sealed: Buffer): Promise<string> {
    return decrypt(await this.dataKey(db, place.companyId), addressOf(place), sealed).toString(
      'utf8',
    )
  }

  /** The same data key under the current master key; undefined if it is under that key already. */
  rewrap({ companyId, masterKeyId, wrapped }: WrappedKey): WrappedKey | undefined {
    const current = this.current()
    return masterKeyId === current.id
      ? undefined
      : this.wrap(companyId, this.unwrap({ companyId, masterKeyId, wrapped }))
  }

  /**
   * Whether a company's secrets can be opened: its master key may be missing here, or be another
   * key of the same id.
   */
  judge(key: WrappedKey): 'opens' | 'missing' | 'wrong' {
    if (!this.keys.some(({ id }) => id === key.masterKeyId)) return 'missing'
    try {
      this.unwrap(key)
      return 'opens'
    } catch {
      return 'wrong'
    }
  }

  private async dataKey(db: Db, companyId: Id<'company'>): Promise<Buffer> {
    const find = () =>
      db
        .selectFrom('companyKey')
        .select(['companyId', 'masterKeyId', 'wrapped'])
        .where('companyId', '=', companyId)
        .executeTakeFirst()
    const existing = await find()
    if (existing) return this.unwrap(existing)
    // If two transactions seal a company's first secrets at once, the one that commits first gives
    // the key to both.
    await db
      .insertInto('companyKey')
      .values(this.wrap(companyId, randomBytes(32)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await find()
    if (!made) throw new Error('The company’s key was neither found nor made')
    return this.unwrap(made)
  }

  private wrap(companyId: Id<'company'>, dataKey: Buffer): WrappedKey {
    const { id, key } = this.current()
    return { companyId, masterKeyId: id, wrapped: encrypt(key, `${companyId}|${id}`, dataKey) }
  }

  private unwrap({ companyId, masterKeyId, wrapped }: WrappedKey): Buffer {
    const master = this.keys.find(({ id }) => id === masterKeyId)
    if (!master) throw new Error(`Master key "${masterKeyId}" is not in PAYDESK_MASTER_KEYS`)
    return decrypt(master.key, `${companyId}|${masterKeyId}`, wrapped)
  }

  private current(): MasterKey {
    const [current] = this.keys
    if (!current) throw new Error('PAYDESK_MASTER_KEYS is not set')
    return current
  }
}

/**
 * Wraps every company's data key with the first master key. The secrets themselves stay as they
 * are.
 */
export async function rotateSecrets(
  ownerUrl: string,
  masterKeys: string,
): Promise<{ companies: number; rewrapped: number }> {
  const secrets = new Secrets(parseMasterKeys(masterKeys))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await assertSeesAll(client)
    const { rows } = await client.query(
      'select company_id, master_key_id, wrapped from company_key order by company_id',
    )
    let rewrapped = 0
    for (const row of rows) {
      const fresh = secrets.rewrap({
        companyId: row.company_id,
        masterKeyId: row.master_key_id,
        wrapped: row.wrapped,
      })
      if (!fresh) continue
      // The update applies only if the key is still the one that was read, so two rotations at
      // once do no harm.
      const { rowCount } = await client.query(
        'update company_key set master_key_id = $2, wrapped = $3, wrapped_at = now() where company_id = $1 and master_key_id = $4',
        [fresh.companyId, fresh.masterKeyId, fresh.wrapped, row.master_key_id],
      )
      rewrapped += rowCount ?? 0
    }
    return { companies: rows.length, rewrapped }
  } finally {
    await client.end()
  }
}

const addressOf = ({ companyId, table, column, row }: Place) =>
  [companyId, table, column, row].join('|')

function encrypt(key: Buffer, address: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(address))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), text])
}

function decrypt(key: Buffer, address: string, sealed: Buffer): Buffer {
  if (sealed[0] !== format) throw new Error('Unknown format of a sealed value')
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(address))
    .setAuthTag(tag)
  return Buffer.concat([
    decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)),
    decipher.final(),
  ])
}
