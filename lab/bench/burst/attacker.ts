/**
 * One user who asks for 300 heavy things at once, again and again, in a process of its own and
 * behind all others: what it costs to ask and to read the answers is work of other machines, and
 * must not be measured.
 * Its parent says `go` and `stop`; it answers each `stop` with how many calls came to which status.
 */
import { Agent, get } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

setPriority(constants.priority.PRIORITY_LOW)
const [base = '', token = '', atOnce = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) })
let statuses: Record<string, number> = {}
let going = false
let waves = 0

const ask = (path: string) =>
  new Promise<void>((resolve) => {
    const end = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      resolve()
    }
    get(base + path, { agent, headers: { authorization: token } }, (response) => {
      response.resume()
      response.on('end', () => end(String(response.statusCode)))
    }).on('error', (error) => end((error as { code?: string }).code ?? 'error'))
  })

async function attack() {
  while (going) {
    waves++
    await Promise.all(
      Array.from({ length: Number(atOnce) }, (_, index) =>
        ask(paths[index % paths.length] as string),
      ),
    )
    await sleep(10)
  }
}

let attacking = Promise.resolve()
const obey = async (message: unknown) => {
  if (message === 'go') {
    going = true
    attacking = attack()
    return
  }
  going = false
  await attacking
  process.send?.({ statuses, waves })
  statuses = {}
  waves = 0
}
process.on('message', (message) => void obey(message))
process.on('disconnect', () => process.exit())
