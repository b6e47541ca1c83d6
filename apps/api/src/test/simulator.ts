import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'

const root = new URL('../../../..', import.meta.url).pathname

export type SimApp = { id: string; accountId: string; clientId: string; secret: string; scopes: string[] }

/** The real simulator, in a process of its own; call it before `testApp` and hand that its `environment`. */
export async function simulator() {
  const args = ['apps/paypal-sim/src/main.ts', '--port', '0', '--tls-port', '0', '--prompt', '--memory']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await firstUrl(child)
  afterAll(() => ended(child))
  /** Pulls a lever of the control API. */
  const act = async <T>(action: string, input: object = {}): Promise<T> => {
    const answer = await fetch(`${url}/sim/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url,
    environment: { PAYPAL_SIMULATOR_URL: url },
    act,
    addAccount: async (values: object = {}) => (await act<{ app: SimApp }>('addAccount', values)).app,
    /** What really happened to an account there, in order: `webhook.created:…`. */
    effects: async ({ accountId }: SimApp): Promise<string[]> => {
      type Entry = { accountId: string; effects: string[] }
      const { entries } = (await (await fetch(`${url}/sim/journal`)).json()) as { entries: Entry[] }
      return entries.filter((entry) => entry.accountId === accountId).flatMap(({ effects }) => effects)
    },
  }
}

async function firstUrl(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  for await (const line of lines) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) {
      child.stdout?.resume()
      return url
    }
  }
  throw new Error('The simulator did not start')
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
