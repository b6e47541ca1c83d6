import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machine.ts'

type Target = { health: string; lastError: string; scrapeUrl: string }
type Group = { rules: { health: string }[] }

/**
 * Waits until the Prometheus of this machine has read so many processes, and says how
 * many rules it knows.
 */
export async function watchedBy(
  machine: Machine,
  processes: number,
): Promise<{ processes: number; rules: number }> {
  const ask = <T>(path: string) =>
    JSON.parse(machine.answerOf(`http://127.0.0.1:9090/api/v1/${path}`)).data as T
  for (let tries = 0; ; tries++) {
    const { activeTargets: all } = ask<{ activeTargets: Target[] }>('targets')
    const up = all.filter(({ health }) => health === 'up').length
    if (up === processes && all.length === processes) break
    if (tries === 60)
      throw new Error(
        `Prometheus reads ${up} of ${processes} processes: ${JSON.stringify(all.map(({ scrapeUrl, lastError }) => [scrapeUrl, lastError]))}`,
      )
    await sleep(1000)
  }
  const { groups } = ask<{ groups: Group[] }>('rules')
  const rules = groups.flatMap((group) => group.rules)
  if (rules.length === 0) throw new Error('Prometheus knows no rules')
  // Alerts that nobody takes reach nobody.
  if (machine.answerOf('http://127.0.0.1:9093/-/ready') !== 'OK')
    throw new Error('The Alertmanager is not ready')
  return { processes, rules: rules.length }
}
