import { type Finding, type Quarantine, quarantineApi } from '@paydesk/contract/desk/quarantine'
import { make } from '../make.ts'
import { until } from '../until.ts'
import { type BillWorld, dataOf } from './billWorld.ts'

/** The state with the first page of what was found. */
export type Found = Quarantine & { findings: Finding[] }

export const ofKind = ({ findings }: Found, kind: Finding['kind']) =>
  findings.filter((one) => one.kind === kind)

/**
 * What a super admin does after a restore. The restore itself each test plays by taking away what
 * was written after the moment.
 */
export function restoredWorld({ t, sim }: { t: BillWorld['t']; sim: () => BillWorld['sim'] }) {
  const superAdmin = () => make.superAdmin(t)
  type Super = Awaited<ReturnType<typeof superAdmin>>
  const read = async (user: Super): Promise<Found> => {
    // First how far it is: what is found after that may be more, and never less, than it says.
    const state = dataOf<Quarantine>(await t.as(user).call(quarantineApi.read, {}))
    const { list: findings } = dataOf<{ list: Finding[] }>(
      await t.as(user).call(quarantineApi.findings, { query: { pageSize: 100 } }),
    )
    return { ...state, findings }
  }
  return {
    superAdmin,
    read,
    compare: async (user: Super) => {
      dataOf(await t.as(user).call(quarantineApi.compare, {}))
      return until(async () => {
        const state = await read(user)
        return state.accounts.every(({ stage }) => stage === 'done') ? state : undefined
      }, 30_000)
    },
    settleAll: async (user: Super, findings: Finding[]) => {
      const ids = findings.filter(({ state }) => state === 'open').map(({ id }) => id)
      if (ids.length > 0)
        dataOf(
          await t
            .as(user)
            .call(quarantineApi.settle, { body: { ids, reason: 'looked at it on paypal.com' } }),
        )
    },
    leave: (user: Super) => t.as(user).call(quarantineApi.leave, {}),
    moment: async () =>
      (await t.owner<{ now: Date }>('select clock_timestamp() as now'))[0]?.now as Date,
    /** Everybody has signed in again. */
    enter: async (restoredTo: Date) => {
      await t.owner(`select quarantine_on($1, 'a test')`, [restoredTo])
      await t.owner('update session set created_at = clock_timestamp()')
    },
    /** Everything that was done at PayPal so far. */
    effects: async () => {
      const { entries } = (await (await fetch(`${sim().url}/sim/journal`)).json()) as {
        entries: { effects: string[] }[]
      }
      return entries.flatMap((entry) => entry.effects)
    },
  }
}
