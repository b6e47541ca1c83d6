/**
 * The thread that draws PDFs: pages are work for the processor, and the thread that answers
 * everybody must not do it.
 */
import { constants, setPriority } from 'node:os'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { paperPdf } from './paper.ts'
import { pdfOf } from './pdf.ts'
import type { PaperOrder, PdfOrder, ToDrawer, ToReader } from './pdfOrder.ts'

// On Linux a priority is a thread's own: whoever waits for a list goes before whoever
// waits for a file.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on(
  'message',
  ({ port, order }: { port: MessagePort; order: PdfOrder | PaperOrder }) => {
    const tell = (message: ToReader) => port.postMessage(message)
    let heard: ((text: string | undefined) => void) | undefined
    const batches = async function* () {
      for (;;) {
        const text = await new Promise<string | undefined>((resolve) => {
          heard = resolve
          tell({ kind: 'batch' })
        })
        if (text === undefined) return
        yield { text }
      }
    }
    const doc = 'paper' in order ? paperPdf(order.paper) : pdfOf(order, batches())
    const chunks = doc[Symbol.asyncIterator]()
    port.on('message', (message: ToDrawer) => {
      if (message.kind === 'batch') return heard?.(message.text)
      void chunks.next().then(
        ({ done, value }) =>
          tell(done ? { kind: 'end' } : { kind: 'chunk', bytes: value as unknown as Uint8Array }),
        () => port.close(),
      )
    })
    // The reader has gone, or its batches failed.
    port.on('close', () => doc.destroy())
  },
)
