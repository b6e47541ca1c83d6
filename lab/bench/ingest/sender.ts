/**
 * A thread that signs its share of the deliveries and then sends them, as many at a
 * time as are allowed.
 */
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { requestsOf } from './deliveries.ts'
import {
  acknowledgedAt,
  allowedAt,
  openAt,
  type Run,
  type SenderInput,
  type SenderResult,
} from './shared.ts'

const { port, pattern, accounts, lot, part, connections, shared } = workerData as SenderInput
const counts = new Int32Array(shared)
const requests = requestsOf(pattern, accounts, lot, part)
parentPort?.postMessage('ready')

type Delivery = { request: Buffer; dueAt: number }
type Line = { socket: Socket | undefined; delivery: Delivery | undefined; seen: string }

parentPort?.on('message', ({ perSecond }: Run) => {
  const startedAt = performance.now()
  const latencies: number[] = []
  const again: Delivery[] = []
  let [next, repeated, open] = [0, 0, 0]
  const lines: Line[] = Array.from({ length: connections }, () => ({
    socket: undefined,
    delivery: undefined,
    seen: '',
  }))
  const isUnderWay = (change: 1 | -1) => {
    open += change
    Atomics.add(counts, openAt, change)
  }
  const mayStart = () =>
    Atomics.load(counts, acknowledgedAt) + Atomics.load(counts, openAt) <
    Atomics.load(counts, allowedAt)

  function take(): Delivery | undefined {
    const first = again[0]
    if (first && first.dueAt <= performance.now()) return again.shift()
    const request = requests[next]
    if (!request) return undefined
    const dueAt = perSecond ? startedAt + (next * 1000) / perSecond : performance.now()
    if (dueAt > performance.now() || !mayStart()) return undefined
    next++
    return { request, dueAt }
  }

  function send(line: Line) {
    const delivery = line.delivery ?? take()
    if (!delivery) return
    if (!line.delivery) isUnderWay(1)
    line.delivery = delivery
    line.socket ??= dial(line)
    line.socket.write(delivery.request)
  }

  function dial(line: Line): Socket {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (chunk) => answered(line, chunk))
    socket.on('error', () => {})
    socket.on('close', () => lost(line))
    return socket
  }

  function answered(line: Line, chunk: Buffer) {
    line.seen += chunk.toString('latin1')
    const end = line.seen.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(line.seen)?.[1] ?? 0)
    if (line.seen.length < end + 4 + length) return
    const status = line.seen.slice(9, 12)
    line.seen = ''
    const { delivery } = line
    line.delivery = undefined
    isUnderWay(-1)
    if (delivery && status === '200') {
      Atomics.add(counts, acknowledgedAt, 1)
      latencies.push(performance.now() - delivery.dueAt)
    } else if (delivery) putBack(delivery)
    send(line)
  }

  /** Repeats a delivery as PayPal does, only sooner. */
  function putBack(delivery: Delivery) {
    repeated++
    again.push({ ...delivery, dueAt: performance.now() + 250 })
  }

  function lost(line: Line) {
    line.socket = undefined
    line.seen = ''
    if (!line.delivery) return
    isUnderWay(-1)
    putBack(line.delivery)
    line.delivery = undefined
  }

  const timer = setInterval(() => {
    for (const line of lines) if (!line.delivery) send(line)
    if (next < requests.length || open > 0 || again.length > 0) return
    clearInterval(timer)
    for (const line of lines) line.socket?.destroy()
    const ran: SenderResult = { latenciesMs: Float64Array.from(latencies), repeated }
    parentPort?.postMessage(ran)
  }, 1)
})
