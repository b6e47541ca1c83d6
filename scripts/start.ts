/**
 * `npm start`: starts the API (which serves the built console) and one worker, in production
 * mode, on one port.
 * If DATABASE_URL is set, that database is used as it is, and development packages are not needed;
 * if not, the private PostgreSQL of development stands in, to try a build.
 */
import { existsSync } from 'node:fs'
import { Processes, waitFor } from '../lab/ground/processes.ts'

const root = new URL('..', import.meta.url).pathname
const port = process.env.PORT || '3000'
const consoleDir = process.env.CONSOLE_DIR || `${root}apps/console/dist`
if (!existsSync(`${consoleDir}/index.html`)) {
  console.error('The console is not built: run `npm run build` first.')
  process.exit(1)
}
const processes = new Processes()
const isGiven = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE
const env = {
  NODE_ENV: 'production',
  PORT: port,
  ...(isGiven ? {} : await processes.orEnd(trial())),
}
const node = process.execPath
const api = processes.start('api', [node, 'apps/api/src/http.ts'], { cwd: root, env })
processes.start('worker', [node, 'apps/api/src/worker.ts'], { cwd: root, env })
const address = reachable(process.env.HOST || '127.0.0.1')
await processes.orEnd(
  waitFor(
    `http://${address}:${port}/api/health/ready`,
    api,
    isGiven ? Number.POSITIVE_INFINITY : undefined,
  ),
)
console.log(`Paydesk 收款管理: http://${address}:${port}/`)

/** Without a database of its own this only tries a build, on this machine. */
async function trial(): Promise<Record<string, string>> {
  const { privateDatabase } = await import('../lab/ground/trial.ts').catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_MODULE_NOT_FOUND'
        ? new Error(
            'DATABASE_URL is not set. To try a build with a private PostgreSQL, install the development packages too: npm ci',
          )
        : error
    },
  )
  const { server, ...given } = await privateDatabase(`${root}.dev`)
  processes.atEnd(() => server.stop())
  console.warn(`DATABASE_URL is not set: using the private PostgreSQL in .dev. Demo users cannot sign in to a production build.
Make a user while this runs:  DATABASE_URL=${given.DATABASE_URL} bin/paydesk bootstrap --again`)
  return {
    PAYDESK_TRIAL: '1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...given,
    ...chosen('PAYDESK_TRIAL', 'PUBLIC_URL'),
  }
}

function chosen(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}

/** Who listens everywhere is asked at home; an IPv6 address stands in brackets. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
