import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestApp } from './testApp.ts'

const eventTypeNames = ['CREATED', 'SCHEDULED', 'UPDATED', 'PAID', 'CANCELLED', 'REFUNDED'].map((name) => `INVOICING.INVOICE.${name}`)

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

/** The simulator as a process of its own, as everywhere. */
export class Simulator {
  readonly url: string
  readonly accounts: SimAccount[]
  private readonly child: ChildProcess
  private constructor(child: ChildProcess, url: string, accounts: SimAccount[]) {
    this.child = child
    this.url = url
    this.accounts = accounts
  }

  static async start(...options: string[]): Promise<Simulator> {
    const main = new URL('../../../paypal-sim/src/main.ts', import.meta.url).pathname
    const args = [main, '--port', '0', '--tls-port', '0', '--prompt', '--memory', ...options]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The simulator ended with ${code}`)))
      createInterface({ input: child.stdout }).once('line', (line) => resolve(/https?:\/\/[^\s]+/.exec(line)?.[0] ?? ''))
    })
    type State = { accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[] }
    const state = (await (await fetch(`${url}/sim/state`)).json()) as State
    const accounts = state.accounts.map(({ id, email, apps }) => ({
      id,
      email,
      clientId: apps[0]?.clientId as string,
      secret: apps[0]?.secret as string,
    }))
    return new Simulator(child, url, accounts)
  }

  /** One lever of docs/paypal-simulator.md. */
  async act<T>(action: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.url}/sim/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`/sim/${action}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async invoices(limit = 1000): Promise<SimInvoice[]> {
    return (await (await fetch(`${this.url}/sim/invoices?limit=${limit}`)).json()) as SimInvoice[]
  }

  invoice = async (number: string) => (await this.invoices()).find((invoice) => invoice.number === number)

  /** An account of the company's, connected to one of the simulator's, whose events come to `deliverTo`. */
  async connect(t: TestApp, companyId: string, deliverTo: string, index = 0): Promise<string> {
    const app = this.accounts[index] as SimAccount
    const accountId = await t.in(companyId, async (db) => {
      const { id } = await db
        .insertInto('paypalAccount')
        .values({ companyId, label: app.email, email: app.email, environment: 'sandbox', clientId: app.clientId, currencies: ['USD'] })
        .returning('id')
        .executeTakeFirstOrThrow()
      const place = { companyId, table: 'paypal_account', column: 'secret', row: id }
      const secretSealed = await t.outside.secrets.seal(db, place, app.secret)
      await db.updateTable('paypalAccount').set({ secretSealed }).where('companyId', '=', companyId).where('id', '=', id).execute()
      return id
    })
    const client = t.outside.paypal.connect({ environment: 'sandbox', clientId: app.clientId, secret: app.secret })
    const made = await client.webhooks.create(`${deliverTo}/api/webhook/paypal/${accountId}`, eventTypeNames)
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made))
    await t.owner('update paypal_account set webhook_id = $1 where id = $2', [made.value.id, accountId])
    return accountId
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    await ended
  }
}
