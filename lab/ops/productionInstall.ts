/**
 * `node lab/ops/productionInstall.ts`: proves that an installation needs no development packages.
 * It copies what git knows and what was built (`npm run build` first), installs with `npm ci
 * --omit=dev`, and then uses nothing but the copy: migrate, bootstrap, `npm start` on all
 * addresses, an answer, a stop. PostgreSQL comes from here.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Endings, privateDatabase } from '../ground/openDatabase.ts'
import { endAll } from '../ground/processes.ts'
import { openStack } from '../stack/openStack.ts'

const built = ['apps/console/dist', 'dist']

/** A copy of this tree with production packages only. */
function installForProduction(dir: string): void {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      encoding: 'utf8',
    },
  )
  const own = listed.split('\0').filter((path) => path !== '' && existsSync(path))
  for (const path of [...own, ...built.filter((one) => existsSync(one))])
    cpSync(path, join(dir, path), { recursive: true })
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function prove(): Promise<void> {
  const endings: Endings = []
  const root = mkdtempSync(join(tmpdir(), 'paydesk-installed-'))
  endings.push(() => rmSync(root, { recursive: true, force: true }))
  // PostgreSQL runs as a user of its own, who must be able to come here.
  chmodSync(root, 0o755)
  try {
    const dir = join(root, 'paydesk')
    const since = performance.now()
    installForProduction(dir)
    const installMs = Math.round(performance.now() - since)
    const first = {
      company: 'Installed',
      code: 'IN',
      country: 'GB',
      timezone: 'Europe/London',
      username: 'first.admin',
    }
    const program = join(dir, 'bin/paydesk')
    const stack = await openStack({
      name: 'installed',
      apis: 1,
      workers: 0,
      // The installation's own commands migrate it and make the login.
      database: privateDatabase({
        prepare: async (ownerUrl) => {
          const login = { username: 'paydesk_run', password: 'run' }
          return { runtimeUrl: Object.assign(new URL(ownerUrl), login).href }
        },
      }),
      env: {
        PAYDESK_TRIAL: '0',
        PUBLIC_URL: 'https://pay.example',
        TRUST_PROXY: 'none',
        HOST: '0.0.0.0',
        PATH: [dirname(process.execPath), process.env.PATH].join(':'),
        HOME: root,
      },
      run: (_, env) =>
        spawn('npm', ['start'], { cwd: dir, env, stdio: ['ignore', 'ignore', 'inherit'] }),
      held: true,
      endings,
    })
    const env = { ...stack.env, DATABASE_OWNER_URL: stack.ownerUrl }
    const paydesk = (...args: string[]) =>
      execFileSync(program, args, { env, encoding: 'utf8' }).trim()
    paydesk('check-config')
    paydesk('migrate', '--login')
    Object.assign(env, { PAYDESK_PASSWORD: 'violet-harbour-9-lanterns' })
    const said = paydesk(
      'bootstrap',
      ...Object.entries(first).flatMap(([name, value]) => [`--${name}`, value]),
    )
    const started = performance.now()
    await stack.crew.start()
    const readyMs = Math.round(performance.now() - started)
    const page = await fetch(`${stack.api}/welcome`, {
      headers: { accept: 'text/html' },
    })
    if (!page.ok || !(await page.text()).includes('<html'))
      throw new Error('The console is not served')
    console.log(JSON.stringify({ installMs, readyMs, said, version: paydesk('version') }))
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await endAll(endings)
  }
}

await prove()
