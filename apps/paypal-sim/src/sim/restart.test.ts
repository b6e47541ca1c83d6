// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@paydesk/paypal/client'
import { unwrap } from '@paydesk/paypal/outcome'
import { afterAll, expect, test } from 'vitest'
import { createInvoice } from '../invoice/actions.ts'
import { readInvoice } from '../invoice/input.ts'
import { promptConfig } from '../world/config.ts'
import { Sim } from './sim.ts'

const folder = mkdtempSync(join(tmpdir(), 'paypal-sim-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(): Promise<{
  child: ChildProcess
  baseUrl: string
  clientId: string
  secret: string
}> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [main, '--port', '0', '--tls-port', '0', '--prompt', '--file', join(folder, 'sim.db')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let seen = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${seen}`)))
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk)
      const baseUrl = /simulator: (\S+)/.exec(seen)?.[1]
      const [, clientId, secret] = /client_id (\S+) secret (\S+)\n/.exec(seen) ?? []
      if (baseUrl && clientId && secret) resolve({ child, baseUrl, clientId, secret })
    })
  })
}
const kill = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

test('killed without warning, it starts again with everything it had answered', {
  timeout: 60_000,
}, async () => {
  const first = await start()
  const paypal = connect({
    environment: { kind: 'simulator', baseUrl: first.baseUrl },
    clientId: first.clientId,
    secret: first.secret,
    production: false,
  })
  const control = async (base: string, action: string, input: object) =>
    (await (
      await fetch(`${base}/sim/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
    ).json()) as Record<string, string>
  const ids: string[] = []
  for (let i = 0; i < 20; i++) {
    const { id } = unwrap(
      await paypal.invoices.create({
        currency: 'USD',
        items: [
          { name: 'x', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 1000 + i } },
        ],
      }),
    )
    unwrap(await paypal.invoices.send(id, { sendToRecipient: false }))
    if (i % 2) await control(first.baseUrl, 'payInvoice', { invoiceId: id })
    ids.push(id)
  }
  await control(first.baseUrl, 'advanceClock', { hours: 5 })
  const balances = unwrap(await paypal.reporting.balances()).balances
  const root = await (await fetch(`${first.baseUrl}/sim/root.pem`)).text()
  await kill(first.child)

  const second = await start()
  expect({ clientId: second.clientId, secret: second.secret }).toEqual({
    clientId: first.clientId,
    secret: first.secret,
  })
  const again = connect({
    environment: { kind: 'simulator', baseUrl: second.baseUrl },
    clientId: second.clientId,
    secret: second.secret,
    production: false,
  })
  expect(unwrap(await again.reporting.balances()).balances).toEqual(balances)
  for (const [i, id] of ids.entries())
    expect(unwrap(await again.invoices.get(id)).status).toBe(i % 2 ? 'PAID' : 'SHARED')
  expect(await (await fetch(`${second.baseUrl}/sim/root.pem`)).text()).toBe(root)
  const state = (await (await fetch(`${second.baseUrl}/sim/state`)).json()) as { now: string }
  expect(Date.parse(state.now) - Date.now()).toBeGreaterThan(4.9 * 3_600_000)
  await kill(second.child)
})

test('an event that was not delivered yet is delivered after the restart', async () => {
  const file = join(folder, 'pending.db')
  const first = new Sim({ ...promptConfig, file })
  const { account, app } = first.addMerchant()
  let came = 0
  const receiver = createServer((_, response) => {
    came += 1
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  first.world.webhooks.put('HOOK', {
    id: 'HOOK',
    appId: app.id,
    accountId: account.id,
    url,
    types: ['*'],
  })
  createInvoice(
    first.world,
    account.id,
    app.id,
    readInvoice(first.world, { detail: { currency_code: 'USD' } }),
  )
  await first.close()
  expect(came).toBe(0)
  const second = new Sim({ ...promptConfig, file })
  await second.world.schedule.idle()
  expect(came).toBe(1)
  expect([...second.world.events.values()][0]?.transmissions[0]?.status).toBe('SUCCESS')
  await second.close()
  receiver.close()
})
