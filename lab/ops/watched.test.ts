// @module-tag slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../apps/api/src/test/testApp.ts'
import { openStack, type Stack } from '../stack/openStack.ts'
import { rows } from './dashboard.ts'
import { metricsIn, readRules } from './rules.ts'

const t = testApp()
let stack: Stack<object>
beforeAll(async () => {
  stack = await openStack({
    name: 'watched',
    apis: 1,
    workers: 1,
    watched: true,
    database: async () => ({ ownerUrl: t.ownerUrl, runtimeUrl: t.runtimeUrl }),
    env: { NODE_ENV: 'test' },
  })
})
afterAll(() => stack?.stop())

test.each([
  ['the API', () => stack.watched.api],
  ['the worker', () => stack.watched.workers[0]],
])(
  'every metric of the alert rules and of the dashboard is one that %s tells',
  async (_, address) => {
    const text = await (await fetch(`http://${address()}/metrics`)).text()
    const told = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    const queries = [
      ...readRules().map(({ expr }) => expr),
      ...Object.values(rows).flatMap((panels) =>
        panels.flatMap((panel) => panel.queries.map(([query]) => query)),
      ),
    ]
    const named = new Set(queries.flatMap(metricsIn))
    expect(named.size).toBeGreaterThan(50)
    expect([...named].filter((name) => !told.has(name))).toEqual([])
  },
)
