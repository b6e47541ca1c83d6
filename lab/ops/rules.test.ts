import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRules, root } from './rules.ts'

const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const rules = readRules()

test('every alert has a heading in the runbook, and every heading an alert', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, runbook } of rules)
    expect(runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})

test('each heading says what it means, what to look at, what to do and what never to do', () => {
  for (const section of read('docs/runbook.md').split(/^## /m).slice(1))
    expect([...section.matchAll(/^- \*\*(\w[\w ]+):\*\* ./gm)].map(([, part]) => part)).toEqual([
      'Means',
      'Look at',
      'Do',
      'Never',
    ])
})

test('each alert has a severity, a summary, and a test that sees it fire and clear', () => {
  const tests =
    read('ops/prometheus/paydesk.test.yml') + read('ops/prometheus/paydesk-days.test.yml')
  for (const { alert, severity, summary } of rules) {
    expect(['critical', 'warning']).toContain(severity)
    expect(summary.length).toBeGreaterThan(10)
    const own = tests.split(`- name: ${alert}\n`)[1]?.split('- name: ')[0] ?? ''
    expect(own.match(/exp_alerts: \[\]/g)?.length, alert).toBeGreaterThanOrEqual(1)
    expect(own, alert).toContain('exp_labels')
  }
})

test('the ten business alerts leave time for figures, scrape and evaluation, 15 s each, within two minutes', () => {
  const seconds = (text: string | undefined) =>
    Number.parseInt(text ?? '0', 10) * (text?.endsWith('m') ? 60 : 1)
  for (const name of [
    'PaydeskOperationUnknown',
    'PaydeskRefundUnknown',
    'PaydeskEventNotApplied',
    'PaydeskEventNotConfirmed',
    'PaydeskReadingStopped',
    'PaydeskBooksDiffer',
    'PaydeskRowNotUnderstood',
    'PaydeskJobsDead',
    'PaydeskNoticesUndelivered',
    'PaydeskWebhooksForged',
  ]) {
    const rule = rules.find(({ alert }) => alert === name)
    const threshold = Number(/_seconds\)* > (\d+)/.exec(rule?.expr ?? '')?.[1] ?? 0)
    expect(threshold + seconds(rule?.for), name).toBeLessThanOrEqual(75)
  }
})
