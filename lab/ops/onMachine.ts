import { backupsOf } from './backupsOf.ts'
import { containers } from './containers.ts'
import { debianImage } from './debian.ts'
import { examine } from './doctor.ts'
import { blocksOf } from './document.ts'
import { run } from './image/stage.ts'
import { Machine, machinePackages } from './machine.ts'
import type { Figures, Place } from './place.ts'
import { Person } from './signIn.ts'
import { watchedBy } from './watched.ts'

const root = new URL('../..', import.meta.url).pathname

/** One machine, without a network: what the document says must do without one. */
export async function onMachine({ dir, atEnd, since }: Place): Promise<Figures> {
  const podman = containers(dir)
  const image = debianImage(podman, 'machine', machinePackages)
  run('node', ['lab/ops/image/image.ts', '--archive'])
  const machine = new Machine(podman, image, 'one', ['--network', 'none'])
  let lost = false
  atEnd(() => lost || machine.remove())
  const blocks = blocksOf(`${root}docs/operations.md`, 'One machine')
  const [install, prepare, look, watch, upgrade] = blocks.map(({ commands }) => commands)
  if (!install || !prepare || !look?.endsWith('\npaydesk doctor\n') || !watch || !upgrade)
    throw new Error('The section has other blocks than this test knows')

  const startedAt = performance.now()
  machine.follow(install)
  machine.follow(prepare)
  const person = await Person.signIn(machine.node, 'https://paydesk.example.com')
  atEnd(() => person.leave())
  const signedInSeconds = since(startedAt)
  machine.follow(look.replace('\npaydesk doctor\n', ''))
  const doctor = examine(machine.said('sh', '-c', 'paydesk doctor --json || true'), {
    well: ['last backup', 'archive'],
  })
  const backups = backupsOf(machine)
  machine.follow(watch)
  const watched = await watchedBy(machine, 4)
  const open = openPorts(machine)
  // A process that is down when the upgrade begins: a setting that was wrong for a while.
  const dropIn = '/run/systemd/system/paydesk-worker@2.service.d'
  machine.said(
    'sh',
    '-c',
    `mkdir -p ${dropIn}; printf '[Service]\\nEnvironment=DATABASE_POOL_SIZE=wrong\\n' >${dropIn}/wrong.conf; systemctl daemon-reload`,
  )
  machine.said(
    'sh',
    '-c',
    `systemctl restart paydesk-worker@2; until systemctl is-failed --quiet paydesk-worker@2; do sleep 0.2; done; rm -r ${dropIn}`,
  )
  // The same version again stands for the next one: the folder of the one that runs
  // gets another name.
  machine.said('sh', '-c', 'mv /opt/paydesk-* /opt/before && ln -sfn /opt/before /opt/paydesk')
  const upgradedAt = performance.now()
  machine.follow(upgrade)
  const upgradeSeconds = since(upgradedAt)
  const { asked, refused } = await person.asked()
  const exposure = Number(
    /: ([\d.]+) OK/.exec(
      machine.said('systemd-analyze', 'security', '--no-pager', 'paydesk-api@3001'),
    )?.[1],
  )
  const allRun = machine.said('systemctl', 'is-active', 'paydesk-worker@2') === 'active'
  const stays = machine.said('readlink', '/opt/paydesk') === '/opt/before'
  person.leave()

  const kept = `${dir}/kept.tar`
  machine.said(
    'sh',
    '-c',
    `${archived}; tar --create --file /root/kept.tar --directory / var/lib/pgbackrest root/paydesk-settings.tar`,
  )
  podman('cp', `${machine.name}:/root/kept.tar`, kept)
  const users = machine.said(...sql('select count(*), max(created_at) from app_user'))
  machine.remove()
  lost = true
  const next = new Machine(podman, image, 'two', ['--network', 'none'])
  atEnd(() => next.remove())
  podman('cp', kept, `${next.name}:/root/kept.tar`)
  next.said('tar', '--extract', '--file', '/root/kept.tar', '--directory', '/')
  const lostAt = performance.now()
  next.follow(blocksOf(`${root}docs/operations.md`, 'When the machine is gone')[0]?.commands ?? '')
  const newMachine = {
    seconds: since(lostAt),
    users: next.said(...sql('select count(*), max(created_at) from app_user')) === users,
    quarantined: next.said('paydesk', 'quarantine', 'status').includes('"on": true'),
    ready: next.answerOf('http://127.0.0.1:13001/ready').includes('ready'),
    watched: await watchedBy(next, 4),
  }
  const wrong = [allRun, !stays, newMachine.users, newMachine.quarantined, newMachine.ready].filter(
    (well) => !well,
  ).length
  return {
    signedInSeconds,
    doctor,
    backups,
    watched,
    upgradeSeconds,
    asked,
    refused,
    exposure,
    open,
    newMachine,
    faults: refused + open.length + wrong,
  }
}

/**
 * Ports that others reach besides the proxy's and the operator's own (22), and the one at which
 * Caddy would take a configuration from whoever has an account.
 */
const openPorts = (machine: Machine) =>
  machine
    .said('awk', '$4 == "0A" { print $2 }', '/proc/net/tcp', '/proc/net/tcp6')
    .split('\n')
    .map((line) => ({
      everywhere: /^0+:/.test(line),
      port: Number.parseInt(line.split(':')[1] ?? '', 16),
    }))
    .flatMap(({ everywhere, port }) =>
      (everywhere && ![22, 80, 443].includes(port)) || port === 2019 ? [port] : [],
    )

const psql = ['runuser', '-u', 'postgres', '--', 'psql', '-Atd', 'paydesk', '-c']
const sql = (query: string) => [...psql, query]
/** What was done last lies in the repository. */
const archived = `runuser -u postgres -- psql -Atd paydesk -c 'select pg_switch_wal()'; runuser -u postgres -- pgbackrest --stanza=paydesk check`
