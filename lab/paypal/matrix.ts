/**
 * `npm run matrix [-- --whole | --random N] [--seed N]`: plays the money stories
 * (apps/api/src/test/world/moneyStory.ts) in combinations of the simulator's switches. Every pair
 * of positions occurs; with `--whole` every triple does, because all combinations would be
 * billions. The last line is one JSON object; a failure ends it with 1.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    whole: { type: 'boolean', default: false },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const root = new URL('../..', import.meta.url).pathname
const out = `${root}.tmp/matrix-${process.pid}.json`
mkdirSync(`${root}.tmp`, { recursive: true })
const child = spawn('vitest', ['run', 'lab/paypal/matrix.test.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    MATRIX_FORM: values.random ? 'random' : values.whole ? 'whole' : 'pairs',
    MATRIX_COUNT: values.random ?? '',
    MATRIX_SEED: values.seed,
    MATRIX_OUT: out,
  },
})
child.on('exit', (code) => {
  try {
    process.stdout.write(`${readFileSync(out, 'utf8')}\n`)
    rmSync(out)
  } catch {
    process.stdout.write(`${JSON.stringify({ error: 'the stories did not come to their end' })}\n`)
    process.exit(1)
  }
  process.exit(code ?? 1)
})
