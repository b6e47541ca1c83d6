import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks people at a terminal. What they type as a secret is not shown. */
export function openTerminal() {
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
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
    close: () => lines.close(),
  }
}
