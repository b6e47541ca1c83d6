/**
 * Reads ops/prometheus/paydesk.rules.yml, of which each rule has the same plain form; promtool
 * judges whether it is right.
 */
import { readFileSync } from 'node:fs'

export const root = new URL('../../', import.meta.url).pathname
export const rulesFile = `${root}ops/prometheus/paydesk.rules.yml`

export type Rule = {
  alert: string
  expr: string
  for: string | undefined
  severity: string
  summary: string
  runbook: string
}

const quoted = (text = '') => text.replace(/^'|'$/g, '').replaceAll("''", "'")

export function readRules(text = readFileSync(rulesFile, 'utf8')): Rule[] {
  return text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const field = (name: string) => new RegExp(`^\\s+${name}: (.*)$`, 'm').exec(rule)?.[1]
      return {
        alert: rule.split('\n')[0] ?? '',
        expr: quoted(field('expr')),
        for: field('for'),
        severity: /severity: (\w+)/.exec(rule)?.[1] ?? '',
        summary: quoted(field('summary')),
        runbook: field('runbook') ?? '',
      }
    })
}

/** The names of our own metrics in a query. */
export const metricsIn = (query: string): string[] => [
  ...new Set(
    [...query.matchAll(/\b((?:paydesk|nodejs|process)_[a-z0-9_]+)/g)].map(
      ([, name]) => name as string,
    ),
  ),
]
