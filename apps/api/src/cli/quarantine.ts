import { type Finding, FindingKind, type Quarantine } from '@paydesk/contract/desk/quarantine'
import { errorText } from '@paydesk/contract/lib/errors'
import pg from 'pg'
import {
  type By,
  compareAll,
  leaveQuarantine,
  listFindings,
  readQuarantine,
  settleFindings,
} from '../desk/quarantine/quarantine.ts'
import { readSettings } from '../lib/config.ts'
import { type Db, inTransaction } from '../lib/db.ts'
import { Refusal } from '../lib/errors.ts'
import { Jobs } from '../lib/job.ts'
import { createLog } from '../lib/log.ts'
import { createPool } from '../lib/pool.ts'
import { givenSettings } from '../lib/startup/environment.ts'
import { exitCodes, PlainEnd, wrongUsage } from '../lib/startup/plain.ts'
import { readOptions } from './options.ts'
import { print } from './output.ts'

/** Whoever has the database's login acts here; the audit log says so. */
const commandLine = (name: string): By => ({
  userId: null,
  name,
  address: '',
  device: 'command line',
})

async function within<T>(
  databaseUrl: string,
  work: (db: Db, jobs: Jobs) => Promise<T>,
): Promise<T> {
  const pool = createPool(databaseUrl, 1, 'paydesk-quarantine')
  const jobs = await Jobs.start(databaseUrl, createLog({ logLevel: 'error' }, 'worker'))
  try {
    return await inTransaction(pool, [], (db) => work(db, jobs))
  } finally {
    await jobs.stop()
    await pool.end()
  }
}

/** Any login of the installation will do, the owner's too: nothing else has to run yet. */
export async function quarantineOn(
  databaseUrl: string,
  restoredTo: Date,
  why: string,
): Promise<{ since: string }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ since: Date }>('select quarantine_on($1, $2) as since', [
      restoredTo,
      why,
    ])
    return { since: rows[0]?.since.toISOString() ?? '' }
  } finally {
    await client.end()
  }
}

const firstOnes = { current: 1, pageSize: 100 }

/**
 * These take the runtime login. Status tells what nobody has seen yet first, and counts what
 * it does not tell.
 */
export const quarantineStatus = (
  databaseUrl: string,
): Promise<Quarantine & { findings: Finding[] }> =>
  within(databaseUrl, async (db) => ({
    ...(await readQuarantine(db)),
    findings: (await listFindings(db, firstOnes)).list,
  }))
export const quarantineCompare = (databaseUrl: string): Promise<void> =>
  within(databaseUrl, (db, jobs) => compareAll(db, jobs))

/** `kind`: only findings of this kind. Answers how many were open. */
export const quarantineSeen = (
  databaseUrl: string,
  { by, reason, kind }: { by: string; reason: string; kind?: FindingKind | undefined },
) =>
  within(databaseUrl, async (db) => {
    for (let settled = 0; ; ) {
      const { list } = await listFindings(db, { ...firstOnes, state: 'open', kind })
      if (list.length === 0) return settled
      const ids = list.map(({ id }) => id)
      settled += await settleFindings(db, commandLine(by), ids, reason)
    }
  })

export const quarantineOff = (databaseUrl: string, by: string): Promise<Quarantine> =>
  within(databaseUrl, async (db, jobs) => {
    await leaveQuarantine(db, jobs, commandLine(by))
    return readQuarantine(db)
  })

const text = { type: 'string' } as const
const options = { 'restored-to': text, why: text, reason: text, kind: text, by: text } as const

/** What each word does with what was typed after it. */
export async function run(args: string[]): Promise<number> {
  const { positionals, values } = readOptions({ args, allowPositionals: true, options })
  const by = values.by ?? process.env.USER ?? 'command line'
  const commands: Record<string, () => Promise<unknown>> = {
    on: () => quarantineOn(anyLogin(), momentOf(values['restored-to']), values.why ?? ''),
    status: () => quarantineStatus(runtimeLogin()),
    compare: () => quarantineCompare(runtimeLogin()),
    seen: async () => {
      const reason = values.reason ?? usage('say why: --reason …')
      return {
        seen: await quarantineSeen(runtimeLogin(), { by, reason, kind: kindOf(values.kind) }),
      }
    },
    off: () => quarantineOff(runtimeLogin(), by),
  }
  const [name = ''] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const done = await (command ?? (() => usage('on, status, compare, seen or off')))().catch(
    (error) => {
      throw error instanceof Refusal
        ? new PlainEnd([errorText(error.code, error.params, 'en-US')], exitCodes.faults)
        : error
    },
  )
  print(JSON.stringify(done ?? null, null, 2))
  return 0
}

function usage(what: string): never {
  throw wrongUsage(`paydesk quarantine: ${what}`)
}

function kindOf(given: string | undefined): FindingKind | undefined {
  const { success, data } = FindingKind.optional().safeParse(given)
  return success ? data : usage(`--kind is one of ${FindingKind.options.join(', ')}`)
}

function momentOf(given: string | undefined): Date {
  const moment = new Date(given ?? '')
  return Number.isNaN(moment.getTime())
    ? usage('say of which moment the data is: --restored-to 2026-11-18T09:30:00Z')
    : moment
}

const runtimeLogin = () => readSettings(process.env, ['DATABASE_URL']).DATABASE_URL
const anyLogin = () =>
  givenSettings(process.env, ['DATABASE_OWNER_URL']).values.DATABASE_OWNER_URL ?? runtimeLogin()
