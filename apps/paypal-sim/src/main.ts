import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from './server.ts'
import { Sim } from './sim/sim.ts'
import { promptConfig, readSettings } from './world/config.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PAYPAL_SIM_PORT ?? '4010' },
    'tls-port': { type: 'string', default: process.env.PAYPAL_SIM_TLS_PORT ?? '4011' },
    host: { type: 'string', default: '127.0.0.1' },
    'public-url': { type: 'string' },
    file: { type: 'string', default: process.env.PAYPAL_SIM_FILE ?? '.paypal-sim/sim.db' },
    memory: { type: 'boolean', default: false },
    prompt: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    switches: { type: 'string' },
  },
})

if (!values.memory) mkdirSync(dirname(resolve(values.file)), { recursive: true })
const sim = new Sim({
  seed: Number(values.seed),
  ...(values.prompt ? promptConfig : {}),
  ...(values.switches ? readSettings(JSON.parse(readFileSync(values.switches, 'utf8'))) : {}),
  ...(values.memory ? {} : { file: resolve(values.file) }),
})
if (sim.world.accounts.size === 0) {
  sim.addMerchant({ name: 'Test Store', email: 'store-us@business.example' })
  sim.addMerchant({
    name: '测试商店',
    email: 'store-hk@business.example',
    country: 'HK',
    primaryCurrency: 'HKD',
  })
}
const running = await startServer(sim, {
  port: Number(values.port),
  tlsPort: Number(values['tls-port']),
  host: values.host,
  ...(values['public-url'] ? { publicUrl: values['public-url'] } : {}),
})

const write = (line: string) => process.stdout.write(`${line}\n`)
write(`PayPal simulator: ${running.baseUrl} (panel at /), certificates at ${running.certOrigin}`)
for (const account of sim.world.accounts.values())
  for (const app of [...sim.world.apps.values()].filter((a) => a.accountId === account.id))
    write(
      `  ${account.email} ${account.primaryCurrency}: client_id ${app.clientId} secret ${app.secret}`,
    )

let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (closing) return
    closing = true
    running.close().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.message}\n`)
        process.exit(1)
      },
    )
  })
