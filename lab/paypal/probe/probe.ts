/**
 * `npm run paypal:probe`: asks PayPal's sandbox what its documentation leaves open
 * (docs/paypal-sandbox.md).
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Options, type Result, runProbe } from './run.ts'
import { veil } from './veil.ts'

const usage = `npm run paypal:probe -- --client-id ID --environment sandbox
  --secret-file FILE      where the secret is; else PAYPAL_PROBE_SECRET, else it is asked for
  --out FILE              the simulator's switches as found (switches.json)
  --state FILE            what the probe remembers between runs (probe-state.json)
  --resume                goes on where the last run stopped
  --only q1,q7            only these questions, by number or by the name of a switch
  --no-browser            nobody is there to pay: such questions are not answered
  --deliveries URL        https address of a tunnel to --port (8787) of this machine
  --ticked-at TIME        when Transaction Search was ticked on the app, as 2026-11-16T09:00:00Z
  --old-payment ID        a payment of more than 180 days ago
  --simulator URL         asks a simulator instead`

export function readArguments(args: string[]) {
  return parseArgs({
    args,
    options: {
      'client-id': { type: 'string' },
      environment: { type: 'string', default: 'sandbox' },
      'secret-file': { type: 'string' },
      out: { type: 'string', default: 'switches.json' },
      state: { type: 'string', default: 'probe-state.json' },
      resume: { type: 'boolean', default: false },
      only: { type: 'string' },
      'no-browser': { type: 'boolean', default: false },
      deliveries: { type: 'string' },
      port: { type: 'string', default: '8787' },
      'ticked-at': { type: 'string' },
      'old-payment': { type: 'string' },
      simulator: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
}
type Arguments = ReturnType<typeof readArguments>

/** Asks for the secret without showing what is typed. */
function askSecret(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write('Secret of the app (it is not shown): ')
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  return new Promise((resolve) =>
    terminal.question('', (secret) => {
      terminal.close()
      process.stderr.write('\n')
      resolve(secret)
    }),
  )
}

async function readSecret(file: string | undefined): Promise<string> {
  const secret = (
    file
      ? readFileSync(file, 'utf8')
      : (process.env.PAYPAL_PROBE_SECRET ?? (process.stdin.isTTY ? await askSecret() : ''))
  ).trim()
  if (!secret)
    throw new Error('There is no secret: give --secret-file, PAYPAL_PROBE_SECRET, or type it.')
  return secret
}

function readTunnel({ deliveries, port }: Arguments): Pick<Options, 'deliveries'> {
  if (!deliveries) return {}
  if (new URL(deliveries).protocol !== 'https:')
    throw new Error('PayPal delivers to https addresses only.')
  return { deliveries: { publicUrl: deliveries, port: Number(port) } }
}

function readTime(text: string | undefined): Pick<Options, 'tickedAt'> {
  if (!text) return {}
  const tickedAt = new Date(text)
  if (Number.isNaN(tickedAt.getTime())) throw new Error(`${text} is not a time.`)
  return { tickedAt }
}

/** Everything that is wrong with the call is said before the secret is asked for. */
export async function readOptions(values: Arguments): Promise<Options> {
  const { simulator, only } = values
  if (!simulator && values.environment !== 'sandbox')
    throw new Error('The probe makes and pays invoices: it works with the sandbox only.')
  if (!values['client-id']) throw new Error('Which app? Give --client-id.')
  const rest = { ...readTunnel(values), ...readTime(values['ticked-at']) }
  return {
    environment: simulator
      ? { kind: 'simulator', baseUrl: new URL(simulator).origin }
      : { kind: 'sandbox' },
    clientId: values['client-id'],
    out: values.out,
    stateFile: values.state,
    resume: values.resume,
    browser: !values['no-browser'],
    ...(only ? { only } : {}),
    ...(values['old-payment'] ? { oldPayment: values['old-payment'] } : {}),
    ...rest,
    secret: await readSecret(values['secret-file']),
  }
}

function summary({ out, stateFile }: Options, { exitCode, findings }: Result): string[] {
  const all = Object.values(findings)
  const answered = all.filter(({ position }) => position !== undefined).length
  const later = all.filter(({ resume }) => resume).length
  return [
    `${answered} of ${all.length} questions are answered${later ? `; ${later} can be answered by a later run with --resume (${stateFile})` : ''}.`,
    `Set the simulator to this: npm run sim -- --switches ${out}`,
    JSON.stringify({ exitCode, asked: all.length, answered, out, findings }),
  ]
}

if (import.meta.main) {
  const secrets = new Set<string>()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Stopped. --resume goes on from here.')))
  try {
    const values = readArguments(process.argv.slice(2))
    if (values.help) console.log(usage)
    else {
      const options = await readOptions(values)
      secrets.add(options.secret)
      const result = await runProbe({ ...options, signal: stop.signal }, console.log)
      for (const line of summary(options, result)) console.log(line)
      process.exitCode = result.exitCode
    }
  } catch (error) {
    console.error(veil(secrets)(error instanceof Error ? error.message : String(error)))
    process.exitCode = 1
  }
}
