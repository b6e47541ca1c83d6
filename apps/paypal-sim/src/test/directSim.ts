import { afterAll, vi } from 'vitest'
import { Sim } from '../sim/sim.ts'
import { promptConfig, type SimConfig } from '../world/config.ts'

export interface DirectAnswer {
  status: number
  // Tests read whatever PayPal's answer holds.
  // biome-ignore lint/suspicious/noExplicitAny: a wire body in a test
  body: any
}

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

/** A simulator driven without sockets, for tests that make tens of thousands of calls. */
export function directSim(config: Partial<SimConfig> = {}) {
  const sim = new Sim({ ...promptConfig, ...config })
  const { account, app } = sim.addMerchant()
  const signIn = () => {
    const answer = sim.handle({
      method: 'POST',
      path: '/v1/oauth2/token',
      query: new URLSearchParams(),
      headers: {
        authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: Buffer.from('grant_type=client_credentials'),
    })
    return {
      bearer: JSON.parse(answer.body.toString()).access_token as string,
      until: sim.world.clock.now() + 3_600_000,
    }
  }
  let held = signIn()
  const callRaw = (
    method: string,
    target: string,
    body: Buffer,
    headers: Record<string, string> = {},
  ): DirectAnswer => {
    const url = new URL(target, 'http://sim')
    // Tests that advance the clock outlive their token.
    if (sim.world.clock.now() > held.until) held = signIn()
    const answer = sim.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: {
        authorization: `Bearer ${held.bearer}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...headers,
      },
      body,
    })
    const text = answer.body.toString('utf8')
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const call = (
    method: string,
    target: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    callRaw(
      method,
      target,
      body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
      headers,
    )
  afterAll(() => sim.close())
  return { sim, world: sim.world, account, app, call, callRaw }
}

export const issueOf = (answer: DirectAnswer): string =>
  `${answer.status} ${answer.body?.details?.[0]?.issue ?? answer.body?.name ?? ''}`.trim()
