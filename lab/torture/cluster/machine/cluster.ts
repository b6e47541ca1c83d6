import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../ground/postgres.ts'
import { endProcess } from '../../../ground/processes.ts'
import { Node, type Secrets } from './node.ts'
import type { Programs } from './programs.ts'

type Member = { name: string; role: string; state: string }

/**
 * Three etcd members, three PostgreSQL with Patroni, and HAProxy, which leads to whichever of
 * them is the primary.
 */
export class Cluster {
  readonly nodes: Node[]
  readonly port: number
  private readonly secrets: Secrets

  private constructor(nodes: Node[], port: number, secrets: Secrets) {
    this.nodes = nodes
    this.port = port
    this.secrets = secrets
  }

  static async start(
    programs: Programs,
    endings: (() => unknown)[],
    options: { ownDisks: boolean },
  ): Promise<Cluster> {
    const etcdPorts = await startEtcd(programs, endings)
    const password = () => randomBytes(12).toString('base64url')
    const secrets = { superuser: password(), replication: password(), rewind: password() }
    const nodes: Node[] = []
    for (const name of ['n1', 'n2', 'n3'])
      nodes.push(await Node.make(programs, name, etcdPorts, secrets))
    if (options.ownDisks) for (const node of nodes) endings.push(node.mountDisk())
    endings.push(() => Promise.all(nodes.map((node) => node.stop())))
    const cluster = new Cluster(nodes, await freePort(), secrets)
    const [first, ...others] = nodes as [Node, ...Node[]]
    first.start()
    // Whoever comes first makes the database; the others copy it.
    await until('the first node leads', async () => (await cluster.leader()) === first)
    for (const node of others) node.start()
    await until(
      'the cluster is whole',
      async () => (await cluster.members()).length === 3 && (await cluster.isWhole()),
    )
    const haproxy = cluster.startHaproxy(programs)
    endings.push(() => endProcess(haproxy))
    return cluster
  }

  ownerUrl(database: string) {
    return `postgres://postgres:${this.secrets.superuser}@127.0.0.1:${this.port}/${database}`
  }

  /** As the first Patroni tells it that answers; nobody, if none does. */
  async members(): Promise<Member[]> {
    const ask = async (node: Node) => {
      const answer = await fetch(`${node.patroniUrl}/cluster`, {
        signal: AbortSignal.timeout(1500),
      })
      const { members } = (await answer.json()) as { members: Member[] }
      if (!members.some(({ role }) => role === 'leader')) throw new Error('it knows no leader')
      return members
    }
    return Promise.any(this.nodes.map(ask)).catch(() => [])
  }

  leader = () => this.nodeOf('leader')
  standby = () => this.nodeOf('sync_standby')

  /** Whether it has a leader and a synchronous standby that both run. */
  async isWhole(): Promise<boolean> {
    const running = (await this.members()).filter(
      ({ state }) => state === 'running' || state === 'streaming',
    )
    return ['leader', 'sync_standby'].every((wanted) => running.some(({ role }) => role === wanted))
  }

  /** Hands the lead over as an operator would, and returns what Patroni says. */
  async switchOver(): Promise<string> {
    const [from, to] = [await this.leader(), await this.standby()]
    if (!from || !to) return 'there was nobody to hand over to'
    const answer = await fetch(`${from.patroniUrl}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from.name, candidate: to.name }),
      signal: AbortSignal.timeout(30_000),
    })
    return `${answer.status} ${(await answer.text()).slice(0, 200)}`
  }

  private async nodeOf(role: string): Promise<Node | undefined> {
    const member = (await this.members()).find((one) => one.role === role)
    return this.nodes.find(({ name }) => name === member?.name)
  }

  private startHaproxy(programs: Programs): ChildProcess {
    const file = `${programs.dir}/run/haproxy.cfg`
    const servers = this.nodes.map(
      ({ name, reachedAt: { postgres, patroni } }) =>
        `  server ${name} 127.0.0.1:${postgres} check port ${patroni}`,
    )
    writeFileSync(
      file,
      `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
  timeout check 1s
listen primary
  bind 127.0.0.1:${this.port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
      { mode: 0o644 },
    )
    return programs.start('haproxy', ['/usr/sbin/haproxy', '-db', '-f', file])
  }
}

async function startEtcd(programs: Programs, endings: (() => unknown)[]): Promise<number[]> {
  const members = await Promise.all(
    ['e1', 'e2', 'e3'].map(async (name) => ({
      name,
      client: await freePort(),
      peer: `http://127.0.0.1:${await freePort()}`,
    })),
  )
  const all = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  for (const { name, client, peer } of members) {
    const url = `http://127.0.0.1:${client}`
    const process = programs.start(`etcd-${name}`, [
      '/usr/bin/etcd',
      ...['--name', name, '--data-dir', `${programs.dir}/etcd/${name}`, '--enable-v2=true'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', all, '--initial-cluster-state', 'new'],
    ])
    endings.push(() => endProcess(process))
  }
  await until('etcd has a leader', async () => {
    const answers = members.map(({ client }) =>
      fetch(`http://127.0.0.1:${client}/health`, { signal: AbortSignal.timeout(1000) }),
    )
    return (await Promise.all(answers)).every(({ ok }) => ok)
  })
  return members.map(({ client }) => client)
}

export async function until(
  what: string,
  met: () => Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await met().catch(() => false)); await sleep(250))
    if (Date.now() > deadline)
      throw new Error(`After ${timeoutMs / 1000} s it still does not hold that ${what}`)
}
