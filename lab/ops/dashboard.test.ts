import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dashboard, dashboardFile, dashboardText, rows } from './dashboard.ts'
import { metricsIn, readRules } from './rules.ts'

test('the file is what the script makes: run `npm run dashboard`', () => {
  expect(readFileSync(dashboardFile, 'utf8')).toBe(dashboardText())
})

test('no two panels lie on each other, and each has an id of its own', () => {
  type Placed = { id: number; gridPos: { x: number; y: number; w: number; h: number } }
  const { panels } = dashboard() as { panels: Placed[] }
  const taken = new Set<string>()
  for (const { gridPos: at } of panels)
    for (let x = at.x; x < at.x + at.w; x++)
      for (let y = at.y; y < at.y + at.h; y++) {
        expect(x).toBeLessThan(24)
        expect(taken.has(`${x} ${y}`)).toBe(false)
        taken.add(`${x} ${y}`)
      }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

test('what there is an alert for can be seen', () => {
  const shown = new Set(
    Object.values(rows).flatMap((panels) =>
      panels.flatMap(({ queries }) => queries.flatMap(([query]) => metricsIn(query))),
    ),
  )
  const business = readRules().filter(({ expr }) =>
    /paydesk_(operations|events|proof|rows|jobs|notices|verifier|allowance|reading_lag)/.test(expr),
  )
  expect(business.length).toBeGreaterThan(10)
  for (const { alert, expr } of business) {
    const found = metricsIn(expr).some(
      (name) =>
        shown.has(name) ||
        [...shown].some((one) => one.startsWith(name.split('_').slice(0, 2).join('_'))),
    )
    expect(found, alert).toBe(true)
  }
})
