import type pg from 'pg'
import { Gauge } from 'prom-client'
import { inTransaction, isTransient } from '../db.ts'
import type { Log } from '../log.ts'
import { figureGroups } from './figureList.ts'
import { registry } from './metrics.ts'

/** Several scrapers, or one that asks every second, cost the database no more than this. */
const keptMs = 15_000
/** All groups together; Prometheus waits for ten seconds. */
const longestMs = 6000
/** A figure must never be what makes the database slow. */
const limits = `
  select set_config('statement_timeout', '4000', true), set_config('lock_timeout', '1000', true)`

type Row = { name: string; labels: Record<string, string>; value: number }

const registers = [registry]
const failed = new Gauge({
  name: 'paydesk_figures_failed',
  help: '1 for a group of figures that could not be read from the database; its figures are then missing',
  labelNames: ['group'],
  registers,
})
const took = new Gauge({
  name: 'paydesk_figures_seconds',
  help: 'How long reading a group took',
  labelNames: ['group'],
  registers,
})
/** A gauge without labels would say 0 before anyone has looked. */
function forget(gauge: Gauge, labels: readonly string[] = []) {
  gauge.reset()
  if (labels.length === 0) gauge.remove()
}
const gauges = new Map(
  Object.entries(figureGroups).map(([group, { figures }]) => {
    const own = Object.entries(figures).map(([name, { help, labels = [] }]) => {
      const gauge = new Gauge({ name: `paydesk_${name}`, help, labelNames: [...labels], registers })
      forget(gauge, labels)
      return [name, { gauge, labels }] as const
    })
    return [group, new Map(own)] as const
  }),
)

/** The business figures: what the database says, the same whichever process is asked. */
export class Figures {
  private readonly pool: pg.Pool
  private readonly log: Pick<Log, 'warn'>
  private reading: Promise<void> | undefined
  private readAt = Number.NEGATIVE_INFINITY
  constructor(pool: pg.Pool, log: Pick<Log, 'warn'>) {
    this.pool = pool
    this.log = log
  }

  /** Reads the figures if those that are there are old. All who ask meanwhile share one reading. */
  refresh(): Promise<void> {
    if (performance.now() - this.readAt < keptMs) return Promise.resolve()
    this.reading ??= this.readAll().finally(() => {
      this.readAt = performance.now()
      this.reading = undefined
    })
    return this.reading
  }

  private async readAll() {
    const until = performance.now() + longestMs
    let lost: string | undefined
    // One after the other: watching takes one connection, however many groups there are.
    for (const group of Object.keys(figureGroups)) {
      if (!lost && performance.now() > until) lost = 'the groups before took too long'
      if (lost) this.fail(group, lost)
      else lost = await this.read(group)
    }
  }

  /** What was true before is not shown as if it were true now. */
  private fail(group: string, reason: string) {
    for (const { gauge, labels } of gauges.get(group)?.values() ?? []) forget(gauge, labels)
    failed.set({ group }, 1)
    this.log.warn({ group, reason }, 'figures could not be read')
  }

  /** Answers why the others need not be tried, if the database itself is away. */
  private async read(group: string): Promise<string | undefined> {
    const own = gauges.get(group) ?? new Map<string, { gauge: Gauge; labels: string[] }>()
    const begun = performance.now()
    try {
      const rows = await inTransaction(
        this.pool,
        [
          { text: limits, values: [] },
          { text: figureGroups[group]?.query ?? '', values: [] },
        ],
        async (_, [, answer]) => answer?.rows as Row[],
      )
      for (const { gauge, labels } of own.values()) forget(gauge, labels)
      // A function of a newer schema may tell what this build has no name for.
      for (const { name, labels, value } of rows) own.get(name)?.gauge.set(labels, Number(value))
      failed.set({ group }, 0)
    } catch (error) {
      const { message } = error as Error
      this.fail(group, message)
      return isTransient(error) ? message : undefined
    }
    took.set({ group }, (performance.now() - begun) / 1000)
    return undefined
  }
}
