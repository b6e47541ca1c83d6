/** One small fault, planted alone: the tests named beside it must notice it. */
export type Fault = {
  id: string
  area: Area
  /** The file in which it is planted: TypeScript, a function of db/functions, or db/schema.sql. */
  file: string
  /**
   * The exact text that is replaced. It stands in the file once, so that the list fails visibly
   * when the code moves on.
   */
  from: string
  /** What stands there instead; for db/schema.sql the statement that changes a database so. */
  to: string
  /** The test files that are there to notice it, quickest first. */
  tests: string[]
  /** Why nothing can notice it, or nothing should. Such a fault is expected to survive. */
  equivalent?: string
}

/** Areas of the list. A surviving fault needs a reason (`equivalent`). */
export const areas = [
  'money',
  'fee',
  'match',
  'age',
  'window',
  'opening',
  'proof',
  'ledger',
  'figures',
  'statement',
  'refund',
  'job',
  'event',
  'limit',
  'import',
  'schedule',
  'tenant',
  'own',
  'permission',
  'session',
  'audit',
  'approval',
  'idempotency',
  'throttle',
  'share',
  'stepUp',
  'csv',
  'watch',
  'years',
  'quarantine',
  'loss',
] as const

export type Area = (typeof areas)[number]

/** Faults of one area that share nothing but the area. */
export const faultsOf = (area: Area, faults: Omit<Fault, 'area'>[]): Fault[] =>
  faults.map((fault) => ({ ...fault, area }))

/** Test files of the API by their path without the ending. */
export const api = (...files: string[]) => files.map((file) => `apps/api/src/${file}.test.ts`)
