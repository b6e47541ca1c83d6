import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import type { Actor } from '../../../apps/api/src/lib/actor.ts'
import type { Db } from '../../../apps/api/src/lib/db.ts'
import type { World } from './load.ts'

/** A call and the function behind it, whose statements are also run bare. */
export type Target = {
  endpoint: Endpoint
  run: (db: Db, actor: Actor, query: never, id: string) => Promise<unknown>
}
export type Ask = { of: Target; token: string; query: object; id?: string }
/** `barMs` is the time that the 95th percentile through HTTP may take at ten million rows. */
export type Class = { barMs: number; ask: (world: World, turn: number) => Ask }

export const day = (ago: number) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
export const at = <T>(from: readonly T[], turn: number) => from[turn % from.length] as T
