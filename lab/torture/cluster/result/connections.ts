import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type pg from 'pg'
import type { Crew } from '../../../stack/crew.ts'
import type { Door } from '../machine/door.ts'

/** The connection on which each kind of process listens for what others announce. */
const listening = { api: 'paydesk-changes', worker: 'paydesk-events' }
const established = '01'

export type Connections = { name: string; all: number; dead: number; listening: number }[]

/**
 * What each process of the product holds: connections to the database, those of them that are dead,
 * and those on which it listens.
 */
export function connectionsOf(product: Crew, door: Door): Connections {
  const inodes = portsByInode(door.port)
  const held = new Map(door.held.map((one) => [one.port, one]))
  return product.processes.map(({ kind, name, pid }) => {
    const mine = socketsOf(pid).flatMap((inode) => {
      const port = inodes.get(inode)
      return port === undefined ? [] : [held.get(port) ?? { name: '', silent: true }]
    })
    return {
      name,
      all: mine.length,
      dead: mine.filter(({ silent }) => silent).length,
      listening: mine.filter((one) => !one.silent && one.name.startsWith(listening[kind])).length,
    }
  })
}

/** How often the server itself sees each of the listening connections. */
export async function listenersAtServer(owner: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string; n: number }>(
    `select w.name,
       (
         select count(*)::int from pg_stat_activity a where a.application_name like w.name || '%'
       ) as n
     from unnest($1::text[]) w (name)`,
    [Object.values(listening)],
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Local ports of the connections to one port, by the inode of their socket. */
function portsByInode(remote: number): Map<string, number> {
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const [, local, other, state, , , , , , inode] = line.trim().split(/\s+/)
      return portOf(other) === remote && state === established
        ? [[inode as string, portOf(local)]]
        : []
    }),
  )
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    )
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
