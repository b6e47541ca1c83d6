import { tooMany } from '../http/refusal.ts'
import type { World } from '../world/world.ts'

const minuteMs = 60_000

/**
 * Every local client is one address, as all processes behind one outgoing address are for PayPal; a
 * header tells several apart.
 */
const addressOf = (headers: Record<string, string>) => headers['x-forwarded-for'] ?? 'local'

/**
 * Counts a reporting call and refuses it if its address makes too many, whichever accounts they are
 * for (paypal §2.4).
 */
export function countReportingCall(world: World, headers: Record<string, string>): void {
  const { reportingPerMinute: limit, reportingBanMs } = world.config
  const now = world.clock.now()
  const address = addressOf(headers)
  const caller = world.reportingCallers.get(address) ?? { times: [], most: 0, bannedUntil: 0 }
  world.reportingCallers.set(address, caller)
  const old = caller.times.findIndex((at) => at > now - minuteMs)
  if (old !== 0) caller.times.splice(0, old < 0 ? caller.times.length : old)
  caller.times.push(now)
  caller.most = Math.max(caller.most, caller.times.length)
  if (limit > 0 && caller.bannedUntil <= now && caller.times.length > limit)
    caller.bannedUntil = now + Math.max(1, reportingBanMs)
  if (caller.bannedUntil > now)
    throw tooMany(world.config.retryAfter === 'present' ? caller.bannedUntil - now : 0)
}
