import { Readable } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { FileBatch } from '../../lib/route.ts'
import type { PaperOrder, PdfOrder, ToDrawer, ToReader } from './pdfOrder.ts'

let thread: Worker | undefined

/**
 * One thread draws for the whole process: heavy work has few places anyway, and a second thread
 * would cost others their processor.
 */
function drawingThread(): Worker {
  if (thread) return thread
  const started = new Worker(new URL('./pdfWorker.ts', import.meta.url))
  const forget = () => {
    if (thread === started) thread = undefined
  }
  started.on('error', forget).on('exit', forget)
  // It does not keep the process alive: a file under way does, by its connection.
  started.unref()
  thread = started
  return started
}

/**
 * The PDF as it is drawn by the other thread. Both sides wait for each other: nothing is drawn far
 * ahead of the reader.
 */
export function pdfFrom(
  order: PdfOrder | PaperOrder,
  batches: AsyncGenerator<FileBatch<unknown>>,
): Readable {
  const { port1: port, port2 } = new MessageChannel()
  const say = (message: ToDrawer) => port.postMessage(message)
  let ended = false
  const file = new Readable({
    read: () => say({ kind: 'read' }),
    destroy: (error, done) => {
      port.close()
      void batches.return(undefined).catch(() => {})
      done(error)
    },
  })
  port.on('message', (message: ToReader) => {
    if (message.kind === 'chunk') return file.push(message.bytes)
    if (message.kind === 'end') {
      ended = true
      return file.push(null)
    }
    batches.next().then(
      ({ done, value }) => say({ kind: 'batch', text: done ? undefined : value.text }),
      (error: Error) => file.destroy(error),
    )
  })
  port.on('close', () => {
    if (!ended) file.destroy(new Error('The PDF could not be drawn'))
  })
  drawingThread().postMessage({ port: port2, order }, [port2])
  return file
}
