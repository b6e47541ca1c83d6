import { setTimeout as sleep } from 'node:timers/promises'
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

/** The addresses that the document takes as its example. */
const addresses = {
  db: '10.20.30.11',
  app1: '10.20.30.21',
  app2: '10.20.30.22',
  proxy: '10.20.30.31',
}

/** Four machines in a network of their own that leads nowhere else. */
export async function inCluster({ dir, atEnd, since }: Place): Promise<Figures> {
  const podman = containers(dir)
  const image = debianImage(podman, 'machine', machinePackages)
  run('node', ['lab/ops/image/image.ts', '--archive'])
  const network = `paydesk-${process.pid}`
  podman('network', 'create', '--internal', '--disable-dns', '--subnet', '10.20.30.0/24', network)
  atEnd(() => podman('network', 'rm', '--force', network))
  const hosts = Object.entries(addresses).flatMap(([name, address]) => [
    '--add-host',
    `${name}:${address}`,
  ])
  const made = Object.entries(addresses).map(([name, address]) => {
    const machine = new Machine(podman, image, name, [
      '--network',
      network,
      '--ip',
      address,
      '--cap-add',
      'AUDIT_WRITE,SYS_CHROOT',
      ...hosts,
    ])
    atEnd(() => machine.remove())
    return [name, machine] as const
  })
  const machines = new Map<string, Machine>(made)
  const at = (name: string) => {
    const machine = machines.get(name)
    if (!machine) throw new Error(`The document speaks of a machine "${name}"`)
    return machine
  }
  // The operator's way from one machine to the other.
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', `${dir}/key`])
  for (const machine of machines.values()) {
    machine.said('install', '-d', '-m', '700', '/root/.ssh')
    podman('cp', `${dir}/key`, `${machine.name}:/root/.ssh/id_ed25519`)
    podman('cp', `${dir}/key.pub`, `${machine.name}:/root/.ssh/authorized_keys`)
    machine.said(
      'sh',
      '-c',
      'chmod 600 /root/.ssh/*; chown -R root: /root/.ssh; echo "StrictHostKeyChecking accept-new" >/root/.ssh/config',
    )
  }

  const startedAt = performance.now()
  const blocks = blocksOf(`${root}docs/operations.md`, 'A cluster')
  const last = blocks.pop()
  for (const { where, commands } of blocks) at(where).follow(commands)
  const person = await Person.signIn(at('proxy').node, 'https://paydesk.example.com')
  atEnd(() => person.leave())
  const signedInSeconds = since(startedAt)
  if (last?.commands !== 'paydesk doctor\n')
    throw new Error('The section ends with something else than the doctor')
  const doctor = examine(at(last.where).said('sh', '-c', 'paydesk doctor --json || true'), {
    well: ['last backup', 'archive'],
  })
  const backups = backupsOf(at('db'))
  const watched = await watchedBy(at('proxy'), 8)
  await person.asked()
  for (const name of ['app1', 'app2']) at(name).follow('/opt/paydesk-*/ops/machine/upgrade.sh')
  const whileUpgraded = await person.asked()
  podman('kill', at('app1').name)
  await sleep(15_000)
  const whileLost = await person.asked()
  return {
    signedInSeconds,
    doctor,
    backups,
    watched,
    whileUpgraded,
    whileLost,
    faults: whileUpgraded.refused + whileLost.refused,
  }
}
