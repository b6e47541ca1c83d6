// @module-tag slow

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'
import { testPostgres } from '../../apps/api/src/test/postgres.ts'
import { createDatabase } from '../ground/database.ts'
import type { DemoReport } from '../truth/books.ts'
import { Simulator } from '../world/simulator.ts'

const main = new URL('history.ts', import.meta.url).pathname

async function play(options: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...options], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PAYDESK_MASTER_KEYS: newMasterKey('test'),
      ...env,
    },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text: Buffer.concat(said).toString() }
}

test('some days of the demo, in short: books, audit chain and screens agree, and every bill that went out is at PayPal', async () => {
  const { ownerUrl, runtimeUrl, template, prefix } = await testPostgres()
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await createDatabase(`${ownerUrl}postgres`, name, `template ${template}`)
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  try {
    const simFile = join(folder, 'sim.db')
    const places = [
      '--owner',
      ownerUrl + name,
      '--runtime',
      runtimeUrl + name,
      '--sim-file',
      simFile,
      '--sim-port',
      '0',
      '--sim-tls-port',
      '0',
    ]
    const { code, text } = await play([...places, '--days', '14', '--bills', '18', '--verify'])
    const report = JSON.parse(text.trim().split('\n').at(-1) as string) as DemoReport
    expect(report.faults).toEqual([])
    expect(code).toBe(0)
    for (const status of ['draft', 'scheduled', 'sendFailed', 'sent', 'paid', 'paymentPending'])
      expect(report.bills, text).toHaveProperty(status)
    const sim = await Simulator.start(['--port', '0', '--tls-port', '0', '--file', simFile])
    const invoices = new Set((await sim.invoices()).map(({ number }) => number))
    await sim.stop()
    const client = new pg.Client({ connectionString: ownerUrl + name })
    await client.connect()
    const { rows } = await client.query<{ number: string }>(
      'select number from bill where provider_invoice_id is not null',
    )
    await client.end()
    expect(rows.filter(({ number }) => !invoices.has(number))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)

test('in production there is no demo', async () => {
  const { code, text } = await play(
    ['--owner', 'postgres://nobody', '--runtime', 'postgres://nobody'],
    { NODE_ENV: 'production' },
  )
  expect(code).toBe(1)
  expect(text).toContain('The demo is not for production')
}, 60_000)
