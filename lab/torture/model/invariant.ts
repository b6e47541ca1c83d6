import type { World } from './world.ts'

/** Says what differs between PayPal's side and ours; nothing if they agree. */
export type Invariant = (w: World) => Promise<string[]>

/** PayPal's rows, as a search at the end of time shows them. */
export const truthRows = (w: World) => [
  ...w.sim.world.ledger.visible(
    w.account.id,
    { from: 0, to: Number.MAX_SAFE_INTEGER },
    Number.MAX_SAFE_INTEGER,
  ),
]

export type TruthRow = ReturnType<typeof truthRows>[number]
