/**
 * Asks for the API's health every 20 ms, as a process of its own, so that what the torture itself
 * does is not measured. Prints the slowest answers of each phase; a line on its input begins the
 * next phase, the end of the input ends it.
 */
import { Agent, get } from 'node:http'

const [, , api = ''] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
type Phase = { asked: number; failed: number; times: number[] }
let phase: Phase = { asked: 0, failed: 0, times: [] }

function ask() {
  const mine = phase
  mine.asked++
  const startedAt = performance.now()
  const request = get(`${api}/api/health/live`, { agent }, (response) => {
    response.resume()
    response.on('end', () => {
      mine.times.push(performance.now() - startedAt)
      if (response.statusCode !== 200) mine.failed++
    })
  })
  request.on('error', () => mine.failed++)
}

/** How late this process itself was: on a busy machine the asker waits for its turn as well. */
let lateMs = 0
let due = performance.now() + 20
const asking = setInterval(() => {
  lateMs = Math.max(lateMs, performance.now() - due)
  due = performance.now() + 20
  ask()
}, 20)

function tell() {
  const sorted = phase.times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const { asked, failed } = phase
  console.log(
    JSON.stringify({
      asked,
      failed,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      over100: sorted.filter((ms) => ms > 100).length,
      askerLate: Math.round(lateMs),
    }),
  )
  phase = { asked: 0, failed: 0, times: [] }
  lateMs = 0
}

process.stdin.on('data', tell)
process.stdin.on('end', () => {
  clearInterval(asking)
  setTimeout(() => {
    tell()
    process.exit(0)
  }, 500)
})
