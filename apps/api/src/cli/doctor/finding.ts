/** What one look found: `todo` says what to do about it, and is there unless all is well. */
export type Finding = { check: string; state: 'ok' | 'warn' | 'fail'; found: string; todo?: string }

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warn = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'warn',
  found,
  todo,
})
export const fail = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'fail',
  found,
  todo,
})

/**
 * From which on something is too much. Tests ask for less, because nobody waits an hour for a
 * transaction to be an hour old.
 */
export const limits = {
  longTransactionSeconds: 3600,
  idleTransactionSeconds: 300,
  clockSeconds: 5,
  slotBytes: 1024 ** 3,
  replicaSeconds: 60,
  transactionAge: 1_000_000_000,
  deadRows: 10_000,
  waitingJobSeconds: 600,
  freeBytes: 1024 ** 3,
  openFiles: 4096,
  certificateDays: 14,
  backupSeconds: 2 * 86_400,
  timeoutMs: 5000,
}
export type Limits = typeof limits

export const seconds = (count: number) =>
  count < 120
    ? `${Math.round(count)} s`
    : count < 7200
      ? `${Math.round(count / 60)} min`
      : `${Math.round(count / 3600)} h`
export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
export const few = (names: string[]) =>
  names.length > 5
    ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
    : names.join(', ')
