/**
 * `npm run e2e [-- playwright arguments]`: builds the console, starts the stack, runs the browser
 * tests. `E2E_SKIP_BUILD=1` uses the build that is there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { openStoryStack } from '../lab/stories/lib/stack.ts'

const root = new URL('..', import.meta.url).pathname
const [first, ...rest] = process.argv.slice(2)
const screenshots = first === 'screenshots'
const args = screenshots ? ['--workers=1', ...rest] : process.argv.slice(2)
/** The last project brings all others with it; whoever names stories gets these and no more. */
const projects = screenshots
  ? ['screenshots']
  : args.length > 0
    ? ['e2e', 'forEverybody', '--no-deps']
    : ['forEverybody']
const chosen = projects.map((name) => (name.startsWith('--') ? name : `--project=${name}`))

if (!process.env.E2E_SKIP_BUILD) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const stack = await openStoryStack()
let status = 1
try {
  status = await new Promise<number>((resolve) => {
    const child = spawn(
      'playwright',
      ['test', '--config', 'lab/stories/playwright.config.ts', ...chosen, ...args],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          E2E_URL: stack.url,
          E2E_OUTBOX: stack.outboxUrl,
          E2E_CONSOLE_DIR: stack.consoleDir,
          E2E_SIM_URL: stack.sim.url,
          E2E_DATABASE_URL: stack.ownerUrl,
        },
      },
    )
    child.on('exit', (code) => resolve(code ?? 1))
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => child.kill(signal))
  })
  console.log(
    `Requests per API process: ${stack.served.join(', ')}. Jobs per worker: ${stack.jobsDone().join(', ')}.`,
  )
  if (args.length === 0 && [...stack.served, ...stack.jobsDone()].some((count) => count === 0)) {
    console.error('One process did nothing: the suite did not run against two of each.')
    status = 1
  }
} finally {
  await stack.stop()
}
process.exit(status)
