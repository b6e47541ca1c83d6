import type { Fault } from './fault.ts'
import type { Outcome } from './mutate/outcome.ts'

export type Result = {
  id: string
  area: Fault['area']
  outcome: Outcome['outcome']
  by: string
  seconds: number
}

export type Sum = {
  area: string
  faults: number
  noticed: number
  excused: number
  percent: number
}

/** By area: of the faults that something could notice, how many were. */
export function sums(faults: Fault[], results: Result[]): Sum[] {
  const areas = [...new Set(faults.map(({ area }) => area))].sort()
  return areas.map((area) => {
    const excused = faults.filter((fault) => fault.area === area && fault.equivalent).length
    const counted = results.filter(
      (result) => result.area === area && !faults.find(({ id }) => id === result.id)?.equivalent,
    )
    const noticed = counted.filter(({ outcome }) => outcome === 'noticed').length
    const percent = counted.length ? Math.floor((1000 * noticed) / counted.length) / 10 : 100
    return { area, faults: counted.length, noticed, excused, percent }
  })
}

/** What makes the run fail, one sentence each. */
export function complaints(faults: Fault[], results: Result[]): string[] {
  return results.flatMap(({ id, outcome, by }) => {
    const excuse = faults.find((fault) => fault.id === id)?.equivalent
    if (outcome === 'invalid') return [`${id} was not planted rightly: ${by}`]
    if (excuse)
      return outcome === 'noticed'
        ? [`${id} is said to change nothing, but was noticed by: ${by}`]
        : []
    if (outcome === 'noticed') return []
    return [outcome === 'endless' ? `${id} took too long` : `${id} survived`]
  })
}
