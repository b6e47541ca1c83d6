/**
 * `npm run torture -- months --days 120 --seed N`: the long form of
 * apps/api/src/intake/reporting/threeWays.test.ts. The business of many days in five
 * currencies is read in three ways; every month's end must be proven, and the three books
 * must be the same, row by row.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seed: { type: 'string', default: '1' }, days: { type: 'string', default: '120' } },
})
const folder = mkdtempSync(join(tmpdir(), 'months-'))
const file = join(folder, 'result.json')
try {
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', 'apps/api/src/intake/reporting/threeWays.test.ts'],
    {
      cwd: new URL('../../..', import.meta.url).pathname,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        MONTHS_DAYS: values.days,
        MONTHS_SEED: values.seed,
        MONTHS_RESULT: file,
      },
    },
  )
  console.log(readFileSync(file, 'utf8'))
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
