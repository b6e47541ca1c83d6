import type { Finding } from '../../apps/api/src/cli/doctor/finding.ts'

/** What no machine of a test has: a way out, a certificate that others trust, a mail server. */
const notHere = /^(paypal|certificate|mail)/i

/** What `paydesk doctor --json` found. podman-compose says at the same place what it does. */
export function findingsIn(said: string): Finding[] {
  const line = said.split('\n').find((text) => text.startsWith('[{'))
  if (!line) throw new Error(`The doctor said nothing:\n${said}`)
  return JSON.parse(line) as Finding[]
}

type Place = { alsoLacking?: string; well?: string[] }

/**
 * `said` is what `paydesk doctor --json` says. Whatever it finds wrong beyond what the place lacks
 * is a fault of the document; `well` must be there and in order.
 */
export function examine(
  said: string,
  { alsoLacking, well = [] }: Place = {},
): { checks: number; lacking: string[] } {
  const findings = findingsIn(said)
  const wrong = findings.filter(({ state }) => state === 'fail')
  const faults = wrong.filter(({ check }) => !notHere.test(check) && check !== alsoLacking)
  const missing = well.filter(
    (name) => !findings.some(({ check, state }) => check === name && state === 'ok'),
  )
  if (missing.length > 0)
    throw new Error(`The doctor is not content with: ${missing.join(', ')}\n${said}`)
  if (faults.length > 0)
    throw new Error(
      `The doctor complains:\n${faults.map(({ check, found }) => `${check}: ${found}`).join('\n')}`,
    )
  return { checks: findings.length, lacking: wrong.map(({ check }) => check) }
}
