import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** As shells count a process that Ctrl+C has ended. */
const interrupted = 130

/** Asks people at a terminal. What they type as a secret is not shown. */
export function openTerminal() {
  let [silent, done] = [false, false]
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Ctrl+C and Ctrl+D close it in the middle of a question, which nobody answers any more.
  lines.once('close', () => done || process.exit(interrupted))
  return {
    ask: async (question: string) => (await lines.question(`${question}: `)).trim(),
    async askSecret(question: string): Promise<string> {
      process.stdout.write(`${question}: `)
      silent = true
      try {
        return await lines.question('')
      } finally {
        silent = false
        process.stdout.write('\n')
      }
    },
    close() {
      done = true
      lines.close()
    },
  }
}
