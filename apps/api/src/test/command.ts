import { execFile } from 'node:child_process'

const bin = new URL('../../../../bin/paydesk', import.meta.url).pathname

export type Said = { code: number; out: string; err: string; lines: string[] }

/** Runs `paydesk` as an operator would, with these settings and no others of ours. */
export const paydesk = (args: string[], settings: Record<string, string> = {}): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...settings }
    const child = execFile(bin, args, { env }, (error, out, err) => {
      const code = error ? Number(error.code ?? -1) : 0
      resolve({ code, out, err, lines: err.split('\n').filter(Boolean) })
    })
    // Nobody is there to type.
    child.stdin?.end()
  })
