/** `npm run check`: runs everything that CI checks without a browser. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url).pathname
const report = `${root}.tmp/vitest.json`

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
      if (code !== 0 && name === 'tests') for (const line of failedTests()) console.log(line)
      if (code !== 0 || name === 'tests') process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

/**
 * Which tests failed and why, in a line each: whoever reads a cut log finds them before the
 * thousands that passed.
 */
function failedTests(): string[] {
  if (!existsSync(report)) return []
  type Result = { name: string; status: string; message: string; assertionResults: Assertion[] }
  type Assertion = { status: string; fullName: string; failureMessages: string[] }
  const { testResults }: { testResults: Result[] } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const lines = failed.map(
      (test) => `${test.fullName}: ${test.failureMessages[0]?.split('\n')[0]}`,
    )
    if (status === 'failed' && failed.length === 0) lines.push(message)
    return lines.map((line) => `  ${name.replace(root, '')}: ${line}`.slice(0, 400))
  })
}

const quick = await Promise.all([
  run('format and lint', ['biome', 'ci', '--error-on-warnings', '.']),
  run('house rules', ['node', 'scripts/house/check.ts']),
  run('licences = THIRD-PARTY.md', ['node', 'scripts/release/thirdParty.ts', '--check']),
  run('licences and install scripts', ['node', 'scripts/release/supply.ts']),
  run('released migrations', ['node', 'scripts/release/released.ts']),
  run('migrations beside the last release', ['node', 'scripts/schema/migrations.ts']),
  run('types: server', ['tsc', '-p', 'tsconfig.json']),
  run('types: console', ['tsc', '-p', 'apps/console']),
  run('types: console build', ['tsc', '-p', 'apps/console/tsconfig.build.json']),
  run('types: browser tests', ['tsc', '-p', 'e2e']),
  run('schema dump = db/schema.sql, db/functions', ['node', 'scripts/schema/schema.ts', '--check']),
])
const tests = await run('tests', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
])
process.exit([...quick, tests].every(Boolean) ? 0 : 1)
