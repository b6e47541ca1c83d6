import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type SimAccount = { id: string; email: string; clientId: string; secret: string }
export type SimInvoice = {
  id: string
  number: string
  status: string
  totalMinor: number
  dueMinor: number
  payUrl: string
  captureIds: string[]
}

/**
 * For stacks whose simulator sets no limits of its own: their runs must not wait for turns. What is
 * tested about the allowance itself sets its own limits.
 */
export const manyCalls = {
  PAYPAL_CALLS_PER_ADDRESS: 'reporting=1000000,look=1000000,act=1000000',
  PAYPAL_CALLS_PER_ACCOUNT: 'reporting=1000000,look=1000000,act=1000000',
}

/**
 * The PayPal simulator as a process of its own (docs/paypal-simulator.md), for development,
 * tests and torture.
 */
export class Simulator {
  readonly url: string
  readonly accounts: SimAccount[]
  readonly child: ChildProcess
  private constructor(child: ChildProcess, url: string, accounts: SimAccount[]) {
    this.child = child
    this.url = url
    this.accounts = accounts
  }

  /** Without options the simulator runs in memory, without delays, on free ports. */
  static async start(options = ['--port', '0', '--tls-port', '0', '--memory']): Promise<Simulator> {
    const main = new URL('../../apps/paypal-sim/src/main.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [main, '--prompt', ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The simulator ended with ${code}`)))
      createInterface({ input: child.stdout }).once('line', (line) =>
        resolve(/https?:\/\/[^\s]+/.exec(line)?.[0] ?? ''),
      )
    })
    type State = {
      accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[]
    }
    const { accounts } = (await (await fetch(`${url}/sim/state`)).json()) as State
    return new Simulator(
      child,
      url,
      accounts.flatMap(({ id, email, apps: [app] }) =>
        app ? [{ id, email, clientId: app.clientId, secret: app.secret }] : [],
      ),
    )
  }

  /** Pulls one of the simulator's levers. */
  async act<T>(action: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.url}/sim/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`/sim/${action}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async invoices(limit = 1000, only?: 'payable'): Promise<SimInvoice[]> {
    return (await (
      await fetch(`${this.url}/sim/invoices?limit=${limit}${only ? `&${only}` : ''}`)
    ).json()) as SimInvoice[]
  }

  invoice = async (number: string) =>
    (await this.invoices()).find((invoice) => invoice.number === number)

  /** How often something was not as PayPal publishes it. */
  async deviations(): Promise<number> {
    return ((await (await fetch(`${this.url}/sim/deviations`)).json()) as { count: number }).count
  }

  /**
   * Fails if anything that the simulator saw or sent was not as PayPal publishes it; it has written
   * what (docs/paypal-simulator.md).
   */
  async stop(): Promise<void> {
    const { child } = this
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    if (child.exitCode !== 0)
      throw new Error(`The simulator ended with ${child.exitCode ?? child.signalCode}`)
  }
}
