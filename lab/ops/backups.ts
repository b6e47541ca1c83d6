/**
 * `npm run backups`: takes the commands of "Backup and restore" out of docs/operations.md and
 * runs them on Debian's PostgreSQL and pgBackRest, as root. It does so in namespaces of its own
 * (mounts, network, processes), so that the clusters and settings of this machine are neither
 * seen nor touched.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { installed } from '../ground/installed.ts'

const root = new URL('../..', import.meta.url).pathname
if (process.getuid?.() !== 0) {
  console.error('npm run backups: only root can mount and become the user postgres')
  process.exit(64)
}
installed({
  pg_createcluster: 'postgresql',
  pgbackrest: 'pgbackrest',
  unshare: 'util-linux',
  ip: 'iproute2',
})
const dir = `${root}.tmp/backups-${process.pid}`
mkdirSync(dir, { recursive: true })
const own = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child']
const { status } = spawnSync(
  'unshare',
  [...own, process.execPath, `${root}lab/ops/backupsInside.ts`, dir],
  { stdio: 'inherit' },
)
rmSync(dir, { recursive: true, force: true })
process.exit(status ?? 1)
