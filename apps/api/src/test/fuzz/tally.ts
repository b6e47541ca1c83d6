/** Results of fuzzing. Imports nothing, so that summing them does not load the API. */

export type Fault = {
  call: string
  what: 'status' | 'slow' | 'leak' | 'inside' | 'shape' | 'signedOut'
  detail: string
  request: string
}
export type Tally = {
  inputs: number
  statuses: Record<string, number>
  slowestMs: number
  faults: Fault[]
}

export function sumOf(tallies: Tally[]): Tally {
  const statuses: Record<string, number> = {}
  for (const tally of tallies)
    for (const [status, count] of Object.entries(tally.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  return {
    inputs: tallies.reduce((sum, { inputs }) => sum + inputs, 0),
    statuses,
    slowestMs: Math.max(0, ...tallies.map(({ slowestMs }) => slowestMs)),
    faults: tallies.flatMap(({ faults }) => faults),
  }
}
