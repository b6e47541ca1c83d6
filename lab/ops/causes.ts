import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { SMTPServer } from 'smtp-server'
import { Client } from '../stack/client.ts'
import type { Stack } from '../stack/openStack.ts'
import { labPassword } from '../world/accounts.ts'
import type { between } from './between.ts'

/**
 * Something that goes wrong for real. `bring` resolves when it has happened, with how to
 * take it away again.
 */
export type Cause = {
  alert: string
  what: string
  bring: () => Promise<() => Promise<unknown> | unknown>
}

type Bill = {
  id: string
  number: string
  version: number
  status: string
  payments: { id: string }[]
}

/** Accounts, one for each cause that must not touch another. */
const [unknown, refunded, unread, changed, odd, stale, quiet] = [0, 1, 2, 3, 4, 5, 6] as const
export const accountsNeeded = 7

/** How long something that the product does by itself may take. */
const patienceMs = 60_000
async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const found = await look()
    if (found) return found
    await sleep(250)
  }
  throw new Error(`${what} did not happen`)
}

export class Causes {
  private readonly stack: Stack
  private readonly proxy: ReturnType<typeof between>
  private readonly smtpPort: number
  private readonly people = { admin: new Client(''), finance: new Client('') }
  private customerId = ''
  constructor(stack: Stack, proxy: ReturnType<typeof between>, smtpPort: number) {
    this.stack = stack
    this.proxy = proxy
    this.smtpPort = smtpPort
  }

  /**
   * Everything that is there before anything goes wrong: people signed in, bills sent and paid,
   * money in the books.
   */
  async prepare() {
    const { api, sim, owner, companyId } = this.stack
    await this.startMail()
    // Kind to refunds and to proofs; whether PayPal is, is not what is tested here.
    await sim.act('configure', {
      invoiceRefund: 'allowed',
      invoiceCapture: 'shown',
      asOfEcho: 'same',
    })
    this.people.admin = new Client(api)
    this.people.finance = new Client(api)
    await this.people.admin.signIn('admin', labPassword)
    await this.people.finance.signIn('finance', labPassword)
    const { rows } = await owner.query<{ id: string }>(
      'select id from customer where company_id = $1 and email is not null limit 1',
      [companyId],
    )
    this.customerId = rows[0]?.id ?? ''
    for (const account of [changed, odd])
      await sim.act('payDirectly', {
        accountId: this.stack.simAccountIds[account],
        amountMinor: 10_000,
      })
    const [toRefund, toFreeze, toPay] = await Promise.all(
      [refunded, stale, quiet].map((account) => this.send(account)),
    )
    if (!toRefund || !toFreeze || !toPay) throw new Error('No bills')
    await this.pay(toRefund)
    await this.query(
      'the payment in the books',
      `select
       from posting p
       join journal j on j.id = p.journal_id
       where j.account_id = $1 and p.book = 'balance'`,
      [this.stack.accountIds[changed]],
    )
    await this.query('the proof', 'select from balance_proof where account_id = $1', [
      this.stack.accountIds[changed],
    ])
    return { toRefund: await this.paid(toRefund), toFreeze, toPay }
  }

  /** The causes that need a worker to be noticed. */
  list({ toRefund, toFreeze }: { toRefund: Bill; toFreeze: Bill }): Cause[] {
    const { api, sim, owner, ownerUrl, accountIds, simAccountIds } = this.stack
    const lose = async (account: number, kind: string, ...operations: string[]) => {
      for (const operation of operations)
        await sim.act('addFault', { kind, accountId: simAccountIds[account], operation, times: -1 })
      // Rules are removed by their id; `removeFault` without one removes all, and each of these
      // accounts has its own.
      return async () => {
        const faults = (await (await fetch(`${sim.url}/sim/faults`)).json()) as {
          id: string
          accountId?: string
        }[]
        for (const { id, accountId } of faults)
          if (accountId === simAccountIds[account]) await sim.act('removeFault', { id })
      }
    }
    return [
      {
        alert: 'PaydeskWebhooksForged',
        what: 'five deliveries without PayPal’s signature',
        bring: async () => {
          for (let count = 0; count < 5; count++)
            await fetch(`${api}/api/webhook/paypal/${accountIds[quiet]}`, {
              method: 'POST',
              body: '{"id":"WH-1","event_type":"INVOICING.INVOICE.PAID"}',
            })
          return () => undefined
        },
      },
      {
        alert: 'PaydeskOperationUnknown',
        what: 'the answer to sending an invoice is lost, and so is every look at it',
        bring: async () => {
          const undo = await lose(
            unknown,
            'dropAfter',
            'invoices.create',
            'invoices.send',
            'invoices.get',
            'invoices.search-invoices',
          )
          // Its event would wait as well, and be another alert's cause.
          await sim.act('addFault', {
            kind: 'dropWebhook',
            accountId: simAccountIds[unknown],
            times: -1,
          })
          await this.send(unknown, false)
          await this.query(
            'the unknown operation',
            `select from operation where account_id = $1 and state = 'unknown'`,
            [accountIds[unknown]],
          )
          return undo
        },
      },
      {
        alert: 'PaydeskRefundUnknown',
        what: 'the answer to a refund is lost, every time',
        bring: async () => {
          const undo = await lose(
            refunded,
            'dropAfter',
            'captures.refund',
            'captures.get',
            'refunds.get',
          )
          await this.refund(toRefund)
          await this.query(
            'the unknown refund',
            `select from operation where kind = 'refundPayment' and state = 'unknown'`,
            [],
          )
          return undo
        },
      },
      {
        alert: 'PaydeskReadingStopped',
        what: 'PayPal answers 500 to every reading of one account',
        bring: async () => {
          const undo = await lose(unread, 'errorBefore', 'search.get')
          await this.query(
            'the failed reading',
            'select from account_sync where account_id = $1 and failing_since is not null',
            [accountIds[unread]],
          )
          return undo
        },
      },
      {
        alert: 'PaydeskBooksDiffer',
        what: 'a superuser changes a posting past the guards',
        bring: async () => {
          const change = (by: number) =>
            owner.query(`do $$ begin set local session_replication_role = replica; update posting set amount_minor = amount_minor + ${by} where book = 'balance'
              and journal_id in (select id from journal where account_id = '${accountIds[changed]}'); end $$`)
          await change(500)
          return () => change(-500)
        },
      },
      {
        alert: 'PaydeskRowNotUnderstood',
        what: 'PayPal reports a row with a status that nobody knows',
        bring: async () => {
          const { transactionId } = await sim.act<{ transactionId: string }>('payDirectly', {
            accountId: simAccountIds[odd],
            amountMinor: 700,
          })
          this.proxy.odd.add(transactionId)
          const row = await this.query<{ id: string }>(
            'the row set aside',
            'select id from row_set_aside where account_id = $1',
            [accountIds[odd]],
          )
          return async () => {
            this.proxy.odd.clear()
            await this.ok(
              this.people.finance.call('POST', `/api/rowAside/${row.id}/settle`, {
                reason: 'PayPal has told it properly since',
              }),
            )
          }
        },
      },
      {
        alert: 'PaydeskJobsDead',
        what: 'a job whose data no build understands',
        bring: async () => {
          const boss = new PgBoss({
            connectionString: ownerUrl,
            supervise: false,
            schedule: false,
            migrate: false,
          })
          boss.on('error', () => {})
          await boss.start()
          // Twenty tries take an hour; this one has used them up.
          await boss.send('message.deliver', { companyId: 'nobody' }, { retryLimit: 0 })
          await boss.stop({ graceful: false })
          await this.query(
            'the dead job',
            `select from pgboss.job where name = 'dead' and state < 'active'`,
            [],
          )
          return () => owner.query(`delete from pgboss.job where name = 'dead'`)
        },
      },
      {
        alert: 'PaydeskNoticesUndelivered',
        what: 'the mail server is away',
        bring: async () => {
          await this.stopMail()
          await this.ok(new Client(api).call('POST', '/api/login/forgot', { account: 'lilei' }))
          await this.query('the message', 'select from message where sent_at is null', [])
          return () => this.startMail()
        },
      },
      {
        alert: 'PaydeskEventNotConfirmed',
        what: 'PayPal tells of a payment by an event, and shows the invoice as it was',
        bring: async () => {
          const invoice = await until('the invoice', () => sim.invoice(toFreeze.number))
          this.proxy.freeze(invoice.id, await this.readInvoice(stale, invoice.id))
          await this.pay(toFreeze)
          await this.query(
            'the event',
            'select from paypal_event_todo where account_id = $1 and tries > 0',
            [accountIds[stale]],
          )
          return () => this.proxy.thaw()
        },
      },
    ]
  }

  private mail: SMTPServer | undefined

  private async startMail() {
    const mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _, done) => void stream.resume().on('end', () => done()),
    })
    await new Promise<void>((resolve) => mail.listen(this.smtpPort, '127.0.0.1', resolve))
    this.mail = mail
  }

  async stopMail() {
    const { mail } = this
    this.mail = undefined
    if (mail) await new Promise<void>((resolve) => mail.close(() => resolve()))
  }

  /** The cause that is no worker at all. */
  noWorker(toPay: Bill): Cause {
    return {
      alert: 'PaydeskEventNotApplied',
      what: 'the worker is stopped, and a customer pays',
      bring: async () => {
        const begin = await this.stack.stopWorker(0)
        await this.pay(toPay)
        await this.query(
          'the event',
          'select from paypal_event_todo where account_id = $1 and tries = 0',
          [this.stack.accountIds[quiet]],
        )
        return begin
      },
    }
  }

  private async query<R extends pg.QueryResultRow>(
    what: string,
    text: string,
    values: unknown[],
  ): Promise<R> {
    return until(what, async () => (await this.stack.owner.query<R>(text, values)).rows[0])
  }

  private async ok<T>(
    answer: Promise<{ status: number; data: T; errorMessage: string | null }>,
  ): Promise<T> {
    const { status, data, errorMessage } = await answer
    if (status !== 200) throw new Error(`${status} ${errorMessage}`)
    return data
  }

  private async send(account: number, wait = true): Promise<Bill> {
    const { admin } = this.people
    const made = await this.ok(
      admin.call<Bill>('POST', '/api/payPalBill', {
        customerId: this.customerId,
        currency: 'USD',
        title: 'Watched',
        items: [{ name: 'Item', quantity: '1', unitAmountMinor: 5000 }],
        term: 'net15',
        accountId: this.stack.accountIds[account],
      }),
    )
    await this.ok(
      admin.call<Bill>('POST', `/api/payPalBill/${made.id}/send`, {
        version: made.version,
        by: 'link',
      }),
    )
    return wait ? this.read(made.id, ({ status }) => status === 'sent') : made
  }

  private read = (id: string, done: (bill: Bill) => boolean) =>
    until('the bill', async () => {
      const bill = await this.ok(this.people.admin.call<Bill>('GET', `/api/payPalBill/${id}`))
      return done(bill) && bill
    })
  private paid = ({ id }: Bill) =>
    this.read(id, ({ status, payments }) => status === 'paid' && payments.length > 0)

  private async pay({ number }: Bill) {
    const { sim } = this.stack
    const invoice = await until('the invoice', () => sim.invoice(number))
    await sim.act('payInvoice', { invoiceId: invoice.id })
  }

  private async refund({ id, version, payments }: Bill) {
    const { admin, finance } = this.people
    type Asked = { approval: { id: string; version: number } | null }
    const body = { version, paymentId: payments[0]?.id, amountMinor: 1000, reason: 'Watched' }
    const { approval } = await this.ok(
      finance.call<Asked>('POST', `/api/payPalBill/${id}/refund`, body),
    )
    if (approval)
      await this.ok(
        admin.call('POST', `/api/approval/${approval.id}/approve`, {
          version: approval.version,
          note: '',
        }),
      )
  }

  /** The invoice as PayPal shows it now. */
  private async readInvoice(account: number, invoiceId: string): Promise<string> {
    const { url } = this.stack.sim
    type State = { accounts: { id: string; apps: { clientId: string; secret: string }[] }[] }
    const { accounts } = (await (await fetch(`${url}/sim/state`)).json()) as State
    const app = accounts.find(({ id }) => id === this.stack.simAccountIds[account])?.apps[0]
    const basic = Buffer.from(`${app?.clientId}:${app?.secret}`).toString('base64')
    const token = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    const { access_token } = (await token.json()) as { access_token: string }
    const answer = await fetch(`${url}/v2/invoicing/invoices/${invoiceId}`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    return answer.text()
  }
}
