import { run } from '../image/stage.ts'
import { containers } from './containers.ts'
import { debianImage } from './debian.ts'
import { examine } from './doctor.ts'
import { blocksOf } from './document.ts'
import { Machine, machinePackages } from './machine.ts'
import type { Figures, Place } from './paths.ts'
import { Person } from './signIn.ts'
import { watchedBy } from './watched.ts'

const root = new URL('../..', import.meta.url).pathname

/** One machine, without a network: what the document says must do without one. */
export async function onMachine({ dir, atEnd, since }: Place): Promise<Figures> {
  const podman = containers(dir)
  const image = debianImage(podman, 'machine', machinePackages)
  run('node', ['scripts/image/image.ts', '--archive'])
  const machine = new Machine(podman, image, 'one', ['--network', 'none'])
  atEnd(() => machine.remove())
  const blocks = blocksOf(`${root}docs/operations.md`, 'One machine')
  const [install, prepare, look, watch, upgrade] = blocks.map(({ commands }) => commands)
  if (!install || !prepare || look !== 'paydesk doctor\n' || !watch || !upgrade)
    throw new Error('The section has other blocks than this test knows')

  const startedAt = performance.now()
  machine.follow(install)
  machine.follow(prepare)
  const person = await Person.signIn(machine.node, 'https://paydesk.example.com')
  atEnd(() => person.leave())
  const signedInSeconds = since(startedAt)
  const doctor = examine(machine.said('sh', '-c', 'paydesk doctor --json || true'))
  machine.follow(watch)
  const watched = await watchedBy(machine, 4)
  // The same version again stands for the next one: the folder of the one that runs gets another name.
  machine.said('sh', '-c', 'mv /opt/paydesk-* /opt/before && ln -sfn /opt/before /opt/paydesk')
  const upgradedAt = performance.now()
  machine.follow(upgrade)
  const upgradeSeconds = since(upgradedAt)
  const { asked, refused } = await person.asked()
  const exposure = Number(/: ([\d.]+) OK/.exec(machine.said('systemd-analyze', 'security', '--no-pager', 'paydesk-api@3001'))?.[1])
  const faults = refused + (machine.said('readlink', '/opt/paydesk') === '/opt/before' ? 1 : 0)
  return { signedInSeconds, doctor, watched, upgradeSeconds, asked, refused, exposure, faults }
}
