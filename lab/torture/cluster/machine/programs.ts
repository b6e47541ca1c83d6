import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync } from 'node:fs'

const postgresBin = '/usr/lib/postgresql/15/bin'
/** What each Debian package brings that this test needs. */
const needed: Record<string, string> = {
  'postgresql-15': `${postgresBin}/postgres`,
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  haproxy: '/usr/sbin/haproxy',
}

type Account = { uid?: number; gid?: number }

/**
 * The programs of the cluster and the folder in which they write. Servers that refuse to run as
 * root run as the user `postgres`.
 */
export class Programs {
  readonly dir: string
  readonly postgresBin = postgresBin
  private readonly account: Account

  constructor(dir: string) {
    const missing = Object.entries(needed).flatMap(([name, file]) =>
      existsSync(file) ? [] : [name],
    )
    if (missing.length > 0)
      throw new Error(
        `These Debian packages are missing: apt-get install --no-install-recommends ${missing.join(' ')}`,
      )
    this.dir = dir
    this.account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
    for (const part of ['', '/etcd', '/postgres', '/run', '/log']) this.folder(dir + part)
  }

  folder(path: string) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const { uid, gid } = this.account
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }

  get mountOptions() {
    const { uid, gid } = this.account
    return uid === undefined ? undefined : `uid=${uid},gid=${gid},mode=0700`
  }

  start(name: string, [command, ...args]: [string, ...string[]]): ChildProcess {
    const log = openSync(`${this.dir}/log/${name}.log`, 'a')
    const env = {
      HOME: `${this.dir}/run`,
      PATH: `${postgresBin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      LANG: 'C.UTF-8',
    }
    return spawn(command, args, {
      cwd: `${this.dir}/run`,
      env,
      stdio: ['ignore', log, log],
      ...this.account,
    })
  }
}

const idOf = (what: '-u' | '-g') =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
