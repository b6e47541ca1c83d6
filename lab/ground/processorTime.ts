import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of processor time that a process has used; 0 if it is gone. */
export function processorTime(pid: number | undefined): number {
  const parts = pid ? statOf(pid) : []
  return (Number(parts[11] ?? 0) + Number(parts[12] ?? 0)) / ticksPerSecond
}

/** The same of a private PostgreSQL, with all its processes. */
export function postgresTime(dir: string): number {
  const postmaster = readFileSync(`${dir}/data/postmaster.pid`, 'utf8').split('\n')[0]
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))[1] === postmaster)
    .reduce((all, pid) => all + processorTime(Number(pid)), 0)
}

/** The fields of /proc/<pid>/stat from the state on. */
function statOf(pid: number): string[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ')
  } catch {
    return []
  }
}
