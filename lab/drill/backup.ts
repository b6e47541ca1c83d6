import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PrivatePostgres, startPrivatePostgres } from '../ground/postgres.ts'

/**
 * A base backup and the archive of the log, by PostgreSQL's own means: it needs nothing installed.
 * In production pgBackRest does the same (ops/backup).
 */
export class Backup {
  private readonly dir: string
  constructor(dir: string) {
    this.dir = dir
    mkdirSync(this.archive, { recursive: true, mode: 0o777 })
  }
  private get archive() {
    return join(this.dir, 'archive')
  }
  private get data() {
    return join(this.dir, 'data')
  }
  private get base() {
    return join(this.dir, 'base')
  }

  /** PostgreSQL may run as another user than this script does. */
  private give(path: string) {
    const { uid, gid } = statSync(existsSync(this.data) ? this.data : this.base)
    if (process.getuid?.() === 0) chownSync(path, uid, gid)
  }

  async start(): Promise<PrivatePostgres> {
    const settings = [
      'max_connections=200',
      'wal_level=replica',
      'archive_mode=on',
      `archive_command=cp %p ${this.archive}/%f`,
    ]
    const server = await startPrivatePostgres(this.dir, { keep: true, settings })
    this.give(this.archive)
    return server
  }

  /** Taken while everybody works. */
  async take(ownerUrl: string): Promise<void> {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    await client.query(`select pg_backup_start('drill', true)`)
    cpSync(this.data, this.base, {
      recursive: true,
      preserveTimestamps: true,
      // What PostgreSQL writes anew by itself, and the log, which comes from the archive.
      filter: (source) =>
        !/\/(postmaster\.(pid|opts)|pg_wal\/.+|\.s\.PGSQL.*)$/.test(source) && !isGone(source),
    })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    writeFileSync(join(this.base, 'backup_label'), rows[0]?.labelfile ?? '')
    await client.end()
  }

  /** The server is stopped. Afterwards the data is that of the moment. */
  async restore(moment: Date): Promise<PrivatePostgres> {
    const { uid, gid } = statSync(this.data)
    rmSync(this.data, { recursive: true })
    cpSync(this.base, this.data, { recursive: true, preserveTimestamps: true })
    mkdirSync(join(this.data, 'pg_wal', 'archive_status'), { recursive: true })
    chmodSync(this.data, 0o700)
    writeFileSync(join(this.data, 'recovery.signal'), '')
    const lines = [
      `restore_command = 'cp ${this.archive}/%f %p'`,
      // Names of zones are not known yet when the settings are read: "Z" is refused.
      `recovery_target_time = '${moment.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
      `recovery_target_action = 'promote'`,
    ]
    writeFileSync(join(this.data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    if (process.getuid?.() === 0) giveAll(this.data, uid, gid)
    const server = await this.start()
    const client = new pg.Client({ connectionString: server.ownerUrl('paydesk') })
    await client.connect()
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean }>(
        'select pg_is_in_recovery() as recovering',
      )
      if (!rows[0]?.recovering) break
      await sleep(100)
    }
    await client.end()
    return server
  }
}

function isGone(path: string): boolean {
  return !existsSync(path)
}

function giveAll(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveAll(inside, uid, gid)
    else chownSync(inside, uid, gid)
  }
}
