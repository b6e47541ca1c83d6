import { readdirSync, readFileSync } from 'node:fs'

/**
 * A process and those that it started, the oldest first, so that a stopped parent starts
 * no more of them.
 */
export function family(parent: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const of = pid > 0 ? parentOf(pid) : undefined
    if (of !== undefined) children.set(of, [...(children.get(of) ?? []), pid])
  }
  const all = [parent]
  for (const pid of all) all.push(...(children.get(pid) ?? []))
  return all
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of a program stands in brackets and may itself hold blanks and brackets.
    const [state, parent] = (
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    ).split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

export function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
}
