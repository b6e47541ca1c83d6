import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../../ground/dice.ts'
import type { Caller } from './caller.ts'

type Bill = {
  id: string
  number: string
  version: number
  status: string
  busy: boolean
  totalMinor: number
}
type Person = {
  caller: Caller
  noteOn: string
  customers: string[]
  waiting: { notes: number; bills: number }
}

const noteEveryMs = 150
/**
 * Who waits for so many answers begins nothing new: more would be refused as too many. What waits
 * is repeated, and so goes on trying.
 */
const most = { notes: 15, bills: 6 }
const billEveryMs = 800
const readEveryMs = 250
/** What a person is told who cancels a bill that has changed since it was read. */
const conflicts = ['conflict.stale', 'bill.stale', 'bill.busy', 'bill.notAllowed']

/** What was acknowledged, to be looked for afterwards. */
export class Promises {
  readonly notes = new Set<string>()
  /** Title by id. */
  readonly bills = new Map<string, string>()
  /** The last acknowledged total by id. */
  readonly totals = new Map<string, number>()
  readonly sent = new Set<string>()
  readonly cancelled = new Set<string>()
  /** Numbers of bills that nobody pays, because they are going to be cancelled. */
  readonly unpaid = new Set<string>()
  asked = 0
}

/**
 * People who note, bill, edit, send, cancel and read, at a pace that does not depend on how quickly
 * they are answered.
 */
export class People {
  readonly promises = new Promises()
  private readonly random: () => number
  private readonly people: Person[]
  private readonly accounts: string[]
  private readonly reader: Caller
  private readonly underWay = new Set<Promise<void>>()
  private over = false
  private rounds: Promise<unknown> = Promise.resolve()
  private notes = 0

  constructor(people: Person[], reader: Caller, accounts: string[], seed: number) {
    this.people = people
    this.reader = reader
    this.accounts = accounts
    this.random = dice(seed)
  }

  start() {
    this.rounds = Promise.all([
      this.every(noteEveryMs, () => this.note()),
      this.every(billEveryMs, () => this.bill()),
      this.every(readEveryMs, () => this.reader.read('/api/payPalBill?current=1&pageSize=20')),
    ])
  }

  /** Nothing new begins; what has begun is brought to its end. */
  async end() {
    this.over = true
    await this.rounds
    await Promise.all(this.underWay)
  }

  private async every(ms: number, act: () => Promise<void>) {
    while (!this.over) {
      const work = act().finally(() => this.underWay.delete(work))
      this.underWay.add(work)
      await sleep(ms)
    }
  }

  private one<T>(list: T[]): T {
    return list[Math.floor(this.random() * list.length)] as T
  }

  private async note() {
    const person = this.people[this.notes % this.people.length] as Person
    const text = `Torture ${this.notes++}`
    await this.unlessBusy(person, 'notes', async ({ caller, noteOn }) => {
      const answer = await caller.change('POST', `/api/payPalBill/${noteOn}/note`, { text })
      if (answer?.status === 200) this.promises.notes.add(text)
    })
  }

  private async unlessBusy(
    person: Person,
    what: 'notes' | 'bills',
    work: (person: Person) => Promise<void>,
  ) {
    if (person.waiting[what] >= most[what]) return
    person.waiting[what]++
    await work(person)
    person.waiting[what]--
  }

  private bill = () =>
    this.unlessBusy(this.one(this.people), 'bills', (person) => this.makeAndSend(person))

  private async makeAndSend({ caller, customers }: Person) {
    const n = this.promises.asked++
    const [isEdited, isCancelled] = [this.random() < 0.25, this.random() < 0.1]
    const content = {
      customerId: this.one(customers),
      currency: 'USD',
      title: `Torture ${n}`,
      items: [
        {
          name: 'Item',
          quantity: '1',
          unitAmountMinor: 3000 + n,
          taxName: 'VAT',
          taxPercent: '7.25',
        },
      ],
      term: 'net15',
      allowPartial: true,
      accountId: this.accounts[n % this.accounts.length],
    }
    const made = await caller.change<Bill>('POST', '/api/payPalBill', content)
    if (made?.status !== 200) return
    let bill = made.data
    this.promises.bills.set(bill.id, content.title)
    this.promises.totals.set(bill.id, bill.totalMinor)
    if (isCancelled) this.promises.unpaid.add(bill.number)
    if (isEdited) {
      const items = content.items.map((item) => ({
        ...item,
        unitAmountMinor: item.unitAmountMinor + 1000,
      }))
      const edited = await caller.change<Bill>('PATCH', `/api/payPalBill/${bill.id}`, {
        ...content,
        items,
        version: bill.version,
      })
      if (edited?.status !== 200) return
      bill = edited.data
      this.promises.totals.set(bill.id, bill.totalMinor)
    }
    const sent = await caller.change<Bill>('POST', `/api/payPalBill/${bill.id}/send`, {
      version: bill.version,
      by: 'link',
    })
    if (sent?.status !== 200) return
    this.promises.sent.add(bill.id)
    if (isCancelled) await this.cancel(caller, bill.id)
  }

  private async cancel(caller: Caller, id: string) {
    while (!this.over) {
      const bill = await caller.look<Bill>(`/api/payPalBill/${id}`)
      if (bill?.status === 'sent' && !bill.busy) {
        const answer = await caller.change(
          'POST',
          `/api/payPalBill/${id}/cancel`,
          { version: bill.version },
          conflicts,
        )
        if (answer?.status === 200) this.promises.cancelled.add(id)
        if (answer?.status !== 409) return
      }
      await sleep(1000)
    }
  }
}
