import { expect, test } from 'vitest'
import { endAll } from '../ground/processes.ts'
import { Simulator } from './simulator.ts'

test('a simulator that saw nothing wrong stops quietly', async () => {
  const sim = await Simulator.start()
  expect(await sim.deviations()).toBe(0)
  await sim.stop()
}, 60_000)

test('a simulator that saw one call of ours that PayPal does not have fails whoever stops it', async () => {
  const sim = await Simulator.start()
  await fetch(`${sim.url}/v2/invoicing/bills`, { headers: { 'user-agent': 'paydesk-paypal/1' } })
  const { first } = (await (await fetch(`${sim.url}/sim/deviations`)).json()) as { first: object[] }
  expect(first).toEqual([
    { operation: 'GET /v2/invoicing/bills', direction: 'request', what: 'is no operation' },
  ])
  await expect(sim.stop()).rejects.toThrow('The simulator ended with 1')
}, 60_000)

test('an ending that fails does not keep the others from running', async () => {
  const ran: string[] = []
  const endings = [
    () => ran.push('first'),
    () => {
      throw new Error('no')
    },
    async () => ran.push('last'),
  ]
  await expect(endAll(endings)).rejects.toThrow('no')
  expect(ran).toEqual(['last', 'first'])
})
