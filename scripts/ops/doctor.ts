import type { Finding } from '../../apps/api/src/cli/doctor/finding.ts'

/** What no machine of a test has: a way out, a certificate that others trust, a mail server. */
const notHere = /^(paypal|certificate|mail)/i

/** `said` is what `paydesk doctor --json` says. Whatever it finds wrong beyond what the place lacks is a fault of the document. */
export function examine(said: string, alsoLacking?: string): { checks: number; lacking: string[] } {
  // podman-compose says at the same place what it does.
  const line = said.split('\n').find((text) => text.startsWith('[{'))
  if (!line) throw new Error(`The doctor said nothing:\n${said}`)
  const findings = JSON.parse(line) as Finding[]
  const wrong = findings.filter(({ state }) => state === 'fail')
  const faults = wrong.filter(({ check }) => !notHere.test(check) && check !== alsoLacking)
  if (faults.length > 0) throw new Error(`The doctor complains:\n${faults.map(({ check, found }) => `${check}: ${found}`).join('\n')}`)
  return { checks: findings.length, lacking: wrong.map(({ check }) => check) }
}
