import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '../lib/config.ts'
import { exitCodes, PlainEnd } from '../lib/startup/plain.ts'
import { readOptions, secondsOf } from './options.ts'
import { print } from './output.ts'

/**
 * Asks a process of this machine, at the port where it is watched, whether it is ready; waits
 * for it if told to.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = readOptions({ args, options: { wait: { type: 'string', default: '0' } } })
  const { WATCH_PORT: port } = readSettings(process.env, ['WATCH_PORT'])
  const seconds = secondsOf('ready', values.wait)
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const missing = await missingAt(port)
    if (missing === undefined) break
    if (Date.now() >= deadline)
      throw new PlainEnd(
        [`The process watched at port ${port} is not ready: ${missing}`],
        exitCodes.unreachable,
      )
    await sleep(250)
  }
  print('ready')
  return 0
}

async function missingAt(port: string): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
  if (!answer) return 'nothing answers there'
  return answer.ok ? undefined : (await answer.text()).trim()
}
