import { unwrap } from '@paydesk/paypal/outcome'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { controlActions } from '../control/actions.ts'
import { clientOf, testSim } from '../test/testSim.ts'
import { allScopes, scope } from './account.ts'

const t = testSim({ beforeAccount: 'empty' })
let tokenCalls = 0
beforeAll(() => {
  t.running.sim.onExchange = ({ request }) => {
    if (request.path === '/v1/oauth2/token') tokenCalls += 1
  }
})
beforeEach(() => {
  tokenCalls = 0
})
const act = (name: string, input: Record<string, unknown>) =>
  controlActions[name]?.(t.running.sim, input)
const fresh = (monotonicMs?: () => number) =>
  clientOf(t.running, t.running.sim.world.apps.get(t.app.id) ?? t.app, {
    dispatcher: t.agent,
    ...(monotonicMs ? { monotonicMs } : {}),
  })

test('fifty calls at once ask for one token', async () => {
  const paypal = fresh()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => paypal.invoices.list()))
  expect(outcomes.every((o) => o.outcome === 'done')).toBe(true)
  expect(tokenCalls).toBe(1)
})

test('a revoked token is renewed once and the calls succeed, without a storm', async () => {
  const paypal = fresh()
  unwrap(await paypal.invoices.list())
  act('revokeTokens', { appId: t.app.id })
  tokenCalls = 0
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => paypal.invoices.list()))
  expect(outcomes.every((o) => o.outcome === 'done')).toBe(true)
  expect(tokenCalls).toBe(1)
})

test('a token is renewed before it dies, while the old one still serves', async () => {
  let now = 0
  const paypal = fresh(() => now)
  unwrap(await paypal.invoices.list())
  const left = () =>
    [...t.running.sim.world.tokens.values()].find((token) => token.appId === t.app.id)?.expiresAt ??
    0
  now += left() - t.running.sim.world.clock.now() - 200_000
  unwrap(await paypal.invoices.list())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(tokenCalls).toBe(2)
})

test('a scope that is removed is refused clearly; one that is added needs a new token', async () => {
  const paypal = fresh()
  act('setScopes', { appId: t.app.id, scopes: allScopes.filter((s) => s !== scope.search) })
  const window = { start: new Date(Date.now() - 1000), end: new Date() }
  expect(unwrap(await paypal.token({ fresh: true })).scopes).not.toContain(scope.search)
  expect(await paypal.reporting.transactions(window)).toMatchObject({
    outcome: 'refused',
    refusal: { status: 403, issues: [{ issue: 'PERMISSION_DENIED' }] },
  })
  act('setScopes', { appId: t.app.id })
  expect((await paypal.reporting.transactions(window)).outcome).toBe('refused')
  unwrap(await paypal.token({ fresh: true }))
  expect((await paypal.reporting.transactions(window)).outcome).toBe('done')
})

test('a rotated secret leads to one clear refusal, not to one token call per waiting job', async () => {
  const paypal = fresh()
  unwrap(await paypal.invoices.list())
  act('rotateSecret', { appId: t.app.id })
  tokenCalls = 0
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => paypal.invoices.list()))
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      outcome: 'refused',
      refusal: { by: 'token', name: 'invalid_client' },
    })
  expect(tokenCalls).toBe(1)
})
