import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watched } from './stall.ts'

const { beats, process: name, afterMs } = workerData as Watched
const looks = 10
const fatal = 60
const stderr = 2

let last = Atomics.load(beats, 0)
let unchanged = 0
// Looks are counted, and not the time: while the whole process is stopped, nobody looks.
setInterval(() => {
  const now = Atomics.load(beats, 0)
  unchanged = now === last ? unchanged + 1 : 0
  last = now
  if (unchanged < looks) return
  // The main thread, which writes the log otherwise, does not come to it.
  const line = {
    level: fatal,
    time: new Date().toISOString(),
    process: name,
    pid: process.pid,
    ms: afterMs,
    msg: 'stalled: the process ends',
  }
  writeSync(stderr, `${JSON.stringify(line)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, afterMs / looks)
