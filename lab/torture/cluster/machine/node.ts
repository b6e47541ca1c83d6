import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../ground/postgres.ts'
import { endProcess } from '../../../ground/processes.ts'
import { family, signal } from './family.ts'
import { Link } from './link.ts'
import type { Programs } from './programs.ts'

export type Secrets = { superuser: string; replication: string; rewind: string }
type Ports = { postgres: number; patroni: number }
type Parts = {
  programs: Programs
  name: string
  ports: Ports
  links: { postgres: Link; patroni: Link; etcd: Link[] }
}

/**
 * How Patroni runs the cluster (docs/high-availability.md), with small WAL so that a killed server
 * is back in seconds and fits on a small disk.
 */
const dcs = {
  ttl: 10,
  loop_wait: 1,
  retry_timeout: 3,
  synchronous_mode: true,
  maximum_lag_on_failover: 1_048_576,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      synchronous_commit: 'on',
      wal_log_hints: 'on',
      max_connections: 200,
      max_wal_size: '256MB',
      wal_keep_size: '128MB',
    },
  },
}
/** A disk that is filled in a test is this large: room for the data of an hour and its WAL. */
const diskSize = '1500m'

/**
 * One machine of the cluster: a PostgreSQL with its Patroni. All its network goes through links
 * that can be cut.
 */
export class Node {
  readonly name: string
  private readonly parts: Parts
  private patroni: ChildProcess | undefined
  private stopped: number[] = []

  private constructor(parts: Parts) {
    this.name = parts.name
    this.parts = parts
  }

  static async make(
    programs: Programs,
    name: string,
    etcdPorts: number[],
    secrets: Secrets,
  ): Promise<Node> {
    const ports = { postgres: await freePort(), patroni: await freePort() }
    const links = {
      postgres: await Link.open(ports.postgres),
      patroni: await Link.open(ports.patroni),
      etcd: await Promise.all(etcdPorts.map((port) => Link.open(port))),
    }
    const node = new Node({ programs, name, ports, links })
    writeFileSync(node.configFile, JSON.stringify(node.config(secrets)), { mode: 0o644 })
    return node
  }

  /** Where HAProxy and the other nodes reach it. */
  get reachedAt() {
    const { postgres, patroni } = this.parts.links
    return { postgres: postgres.port, patroni: patroni.port }
  }

  /** Patroni's own address, which is there for us also while the node is cut off. */
  get patroniUrl() {
    return `http://127.0.0.1:${this.parts.ports.patroni}`
  }

  start() {
    this.patroni = this.parts.programs.start(`patroni-${this.name}`, [
      '/usr/bin/patroni',
      this.configFile,
    ])
  }

  /** PostgreSQL's processes; none if it does not run. */
  get postgresPids(): number[] {
    const file = `${this.data}/postmaster.pid`
    return existsSync(file) ? family(Number(readFileSync(file, 'utf8').split('\n')[0])) : []
  }

  private get patroniPids() {
    return this.patroni?.pid && this.patroni.exitCode === null ? [this.patroni.pid] : []
  }

  killPostgres() {
    signal(this.postgresPids, 'SIGKILL')
  }

  /** Kills all of the node at once; Patroni first, so that it cannot begin to mend. */
  kill() {
    signal([...this.patroniPids, ...this.postgresPids], 'SIGKILL')
  }

  pause(what: 'postgres' | 'node') {
    this.stopped = [...(what === 'node' ? this.patroniPids : []), ...this.postgresPids]
    // A second look finds what was started between the first look and the stop.
    for (let look = 0; look < 2; look++) {
      signal(this.stopped, 'SIGSTOP')
      this.stopped = [...new Set([...this.stopped, ...this.postgresPids])]
    }
  }

  resume() {
    signal(this.stopped, 'SIGCONT')
    this.stopped = []
  }

  /**
   * Lets PostgreSQL's processes, but not the one that starts them, run only half of the time, as
   * they would if each waited for a slow disk.
   */
  async slowDown(ms: number, pulseMs = 200) {
    for (const until = Date.now() + ms; Date.now() < until; ) {
      const pids = this.postgresPids.slice(1)
      signal(pids, 'SIGSTOP')
      await sleep(pulseMs)
      signal(pids, 'SIGCONT')
      await sleep(pulseMs)
    }
  }

  cut() {
    for (const link of this.allLinks) link.cut()
  }

  heal() {
    for (const link of this.allLinks) link.heal()
  }

  /** Gives the node a small disk of its own, which only root can. */
  mountDisk(): () => void {
    const options = this.parts.programs.mountOptions
    if (!options) throw new Error('only root can mount a disk')
    this.parts.programs.folder(this.disk)
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${diskSize},${options}`,
      'paydesk-torture',
      this.disk,
    ])
    return () => execFileSync('umount', ['--lazy', this.disk])
  }

  fillDisk() {
    const { bavail, bsize } = statfsSync(this.disk)
    execFileSync('fallocate', ['-l', String(bavail * bsize), `${this.disk}/ballast`])
  }

  emptyDisk() {
    rmSync(`${this.disk}/ballast`, { force: true })
  }

  async stop() {
    this.resume()
    if (this.patroni) await endProcess(this.patroni, 15_000)
    // Patroni stops its PostgreSQL with it, but not if it was killed itself.
    signal(this.postgresPids, 'SIGKILL')
    for (const link of this.allLinks) link.close()
  }

  private get allLinks() {
    const { postgres, patroni, etcd } = this.parts.links
    return [postgres, patroni, ...etcd]
  }

  private get disk() {
    return `${this.parts.programs.dir}/postgres/${this.name}`
  }

  private get data() {
    return `${this.disk}/data`
  }

  private get configFile() {
    return `${this.parts.programs.dir}/run/${this.name}.yml`
  }

  /** JSON is YAML, which Patroni reads. */
  private config({ superuser, replication, rewind }: Secrets) {
    const { programs, ports, links, name } = this.parts
    const local = (port: number) => `127.0.0.1:${port}`
    return {
      scope: 'paydesk',
      name,
      restapi: { listen: local(ports.patroni), connect_address: local(links.patroni.port) },
      // The links stand in for etcd: without `use_proxies` Patroni asks etcd for its own addresses
      // and goes past them. The driver is `etcd`, not `etcd3`: with that one, Patroni 3.0.2 lets a
      // leader that was stopped overwrite its successor's lock.
      etcd: { use_proxies: true, hosts: links.etcd.map(({ port }) => local(port)) },
      bootstrap: {
        dcs,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
      },
      postgresql: {
        listen: local(ports.postgres),
        connect_address: local(links.postgres.port),
        data_dir: this.data,
        bin_dir: programs.postgresBin,
        pgpass: `${programs.dir}/run/pgpass-${name}`,
        authentication: {
          superuser: { username: 'postgres', password: superuser },
          replication: { username: 'replicator', password: replication },
          rewind: { username: 'rewinder', password: rewind },
        },
        parameters: {
          unix_socket_directories: '',
          shared_buffers: '128MB',
          log_min_messages: 'warning',
        },
      },
    }
  }
}
