/** `npm run check`: runs everything that CI checks without a browser. */
import { spawn } from 'node:child_process'

const root = new URL('..', import.meta.url).pathname

function run(name: string, [command, ...args]: [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const child = spawn(command, args, { cwd: root, env: process.env })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('exit', (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0 || name === 'tests') process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

const quick = await Promise.all([
  run('format and lint', ['biome', 'ci', '--error-on-warnings', '.']),
  run('house rules', ['node', 'scripts/house/check.ts']),
  run('licences = THIRD-PARTY.md', ['node', 'scripts/release/thirdParty.ts', '--check']),
  run('released migrations', ['node', 'scripts/release/released.ts']),
  run('types: server', ['tsc', '-p', 'tsconfig.json']),
  run('types: console', ['tsc', '-p', 'apps/console']),
  run('types: console build', ['tsc', '-p', 'apps/console/tsconfig.build.json']),
  run('types: browser tests', ['tsc', '-p', 'e2e']),
  run('schema dump = db/schema.sql, db/functions', ['node', 'scripts/schema/schema.ts', '--check']),
])
const tests = await run('tests', ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=.tmp/vitest.json'])
process.exit([...quick, tests].every(Boolean) ? 0 : 1)
