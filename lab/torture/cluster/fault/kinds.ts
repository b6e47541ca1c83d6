import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../machine/cluster.ts'
import type { Door } from '../machine/door.ts'
import type { Node } from '../machine/node.ts'

/** What a fault acts on, and the dice by which it chooses. */
export type Target = { cluster: Cluster; door: Door; random: () => number }
/** Does the harm and undoes what a person would undo. Says what it did. */
export type Act = (target: Target) => Promise<string>

const between = (random: () => number, from: number, to: number) =>
  Math.round((from + random() * (to - from)) * 1000)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function found(which: Promise<Node | undefined>): Promise<Node> {
  const node = await which
  if (!node) throw new Error('The cluster does not say who leads, or who follows the leader')
  return node
}

const kill =
  (who: 'leader' | 'standby'): Act =>
  async ({ cluster, random }) => {
    const node = await found(cluster[who]())
    const ms = between(random, 12, 20)
    node.kill()
    await sleep(ms)
    node.start()
    return `${node.name} killed, started again after ${seconds(ms)}`
  }

const stall =
  (who: 'leader' | 'standby', what: 'postgres' | 'node'): Act =>
  async ({ cluster, random }) => {
    const node = await found(cluster[who]())
    const ms = between(random, 5, 20)
    node.pause(what)
    await sleep(ms)
    node.resume()
    return `${node.name} (${what}) stood still for ${seconds(ms)}`
  }

/**
 * Some of a disk that looks full is still free inside of WAL that was allocated before. Every other
 * time it is used up at once.
 */
const fillDisk: Act = async ({ cluster, random }) => {
  const node = await found(cluster.leader())
  const [ms, usesUpWal] = [between(random, 8, 16), random() < 0.5]
  node.fillDisk()
  if (usesUpWal) await switchWal(cluster.ownerUrl('postgres'), 24)
  await sleep(ms)
  node.emptyDisk()
  return `the disk of ${node.name} was full for ${seconds(ms)}${usesUpWal ? ', its WAL as well' : ''}`
}

async function switchWal(url: string, times: number) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let turn = 0; turn < times; turn++)
      await client.query(`select pg_switch_wal(), pg_logical_emit_message(false, 'torture', 'x')`)
  } catch {
    // The server has stopped for want of room, which is what was wanted.
  }
  client.end().catch(() => {})
}

const cutCommits =
  (when: 'before' | 'after'): Act =>
  async ({ door, random }) => {
    const count = 20 + Math.floor(random() * 40)
    door.cutCommits(when, count)
    const deadline = Date.now() + 8000
    while (door.isCutting && Date.now() < deadline) await sleep(50)
    const left = door.endCutting()
    return `${count - left} connections cut ${when} their commit`
  }

export const kinds = {
  killPostgres: async ({ cluster }) => {
    const node = await found(cluster.leader())
    node.killPostgres()
    return `PostgreSQL of ${node.name} killed`
  },
  killNode: kill('leader'),
  stallLeader: stall('leader', 'postgres'),
  stallLeaderNode: stall('leader', 'node'),
  stallStandby: stall('standby', 'postgres'),
  stallStandbyNode: stall('standby', 'node'),
  killStandby: kill('standby'),
  switchover: ({ cluster }) => cluster.switchOver(),
  silence: async ({ door }) => `${door.silence()} connections went silent`,
  cutOffLeader: async ({ cluster, random }) => {
    const node = await found(cluster.leader())
    const ms = between(random, 5, 20)
    node.cut()
    await sleep(ms)
    node.heal()
    return `${node.name} was cut off for ${seconds(ms)}`
  },
  fullDisk: fillDisk,
  slowDisk: async ({ cluster, random }) => {
    const node = await found(cluster.leader())
    const ms = between(random, 5, 12)
    await node.slowDown(ms)
    return `${node.name} was half as quick for ${seconds(ms)}`
  },
  cutBeforeCommit: cutCommits('before'),
  cutAfterCommit: cutCommits('after'),
} satisfies Record<string, Act>

export type Kind = keyof typeof kinds
