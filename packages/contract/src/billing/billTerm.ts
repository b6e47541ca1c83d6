import type { BillInput, BillTerm } from './billInput.ts'

/** Terms without a number of days have no due date, or their own. */
export const termDays: Partial<Record<BillTerm, number>> = {
  onReceipt: 0,
  net10: 10,
  net15: 15,
  net30: 30,
  net45: 45,
  net60: 60,
  net90: 90,
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The day by which the bill is to be paid, counted from the day it is made out: its own date, the
 * day it was sent, or today.
 */
export function dueDateOf(
  { term, dueDate, billDate }: Pick<BillInput, 'term' | 'dueDate' | 'billDate'>,
  today: string,
): string | null {
  if (term === 'onDate') return dueDate
  const days = termDays[term]
  return days === undefined ? null : addDays(billDate ?? today, days)
}
