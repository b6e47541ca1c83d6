import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from '../../../../../lab/ground/postgres.ts'
import { testMasterKeys } from '../appInProcess.ts'
import { until } from '../until.ts'

const root = new URL('../../../../..', import.meta.url).pathname
const source = (file: string) => new URL(file, import.meta.url).pathname

/** Node flags of a process that ends when its input closes, so also when the test is killed. */
const endsWithParent = [
  '--import',
  'data:text/javascript,import{isMainThread}from"node:worker_threads";if(isMainThread)process.stdin.on("close",()=>process.exit()).resume().unref()',
]

type Addresses = { ownerUrl: string; runtimeUrl: string; replicaUrl: string }

/**
 * A database of one's own, to which anything may be done, and API and worker as processes of
 * their own beside it.
 */
export class House {
  readonly addresses: Addresses
  readonly owner: pg.Pool
  private readonly database: ChildProcess
  private readonly told: AsyncIterator<string>
  private readonly children: ChildProcess[] = []
  private constructor(database: ChildProcess, told: AsyncIterator<string>, addresses: Addresses) {
    this.database = database
    this.told = told
    this.addresses = addresses
    this.owner = new pg.Pool({ connectionString: addresses.ownerUrl, max: 3 }).on('error', () => {})
  }

  static async open(name: string, kind = ''): Promise<House> {
    const database = spawn(
      process.execPath,
      [source('ownPostgres.ts'), `${root}.tmp/${name}-${process.pid}`, kind],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const told = createInterface({ input: database.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]()
    return new House(database, told, JSON.parse(await nextLine(told)))
  }

  async order(what: 'standby' | 'stopReplica' | 'startReplica'): Promise<void> {
    this.database.stdin?.write(`${what}\n`)
    await nextLine(this.told)
  }

  /** A session of the first company's admin, who has shown a second factor. */
  async signIn(): Promise<{ token: string; companyId: string }> {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await this.owner.query<{ companyId: string }>(
      `insert into session (
         company_id, user_id, token_hash, idle_seconds, expires_at, address, user_agent, factor_at
       )
       select company_id, id, sha256(convert_to($1, 'UTF8')), 86400, now() + interval '1 day',
         '127.0.0.1', 'test', now()
       from app_user where username = 'admin' returning company_id as "companyId"`,
      [token],
    )
    return { token, companyId: rows[0]?.companyId as string }
  }

  /** Returns when the process has logged `sign`. */
  async start(entry: 'http.ts' | 'worker.ts', env: Record<string, string>, sign: string) {
    const port = await freePort()
    const child = spawn(process.execPath, [...endsWithParent, source(`../../${entry}`)], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        LOG_LEVEL: 'info',
        PAYDESK_MASTER_KEYS: testMasterKeys,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk))
    await until(() => output.includes(sign) || undefined, 60_000)
    return { child, url: `http://127.0.0.1:${port}` }
  }

  async close(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL')
    await this.owner.end()
    this.database.stdin?.end()
    if (this.database.exitCode === null && this.database.signalCode === null)
      await once(this.database, 'exit')
    if (this.database.exitCode !== 0)
      throw new Error(`ownPostgres.ts ended with ${this.database.exitCode}`)
  }
}

/** Fails if the process has ended: otherwise an order without effect would go unnoticed. */
async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { done, value } = await lines.next()
  if (done) throw new Error('ownPostgres.ts has ended')
  return value
}
