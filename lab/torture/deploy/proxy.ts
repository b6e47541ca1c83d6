import { openSync, readFileSync, writeFileSync } from 'node:fs'
import type { Endings } from '../../ground/openDatabase.ts'
import { freePort } from '../../ground/postgres.ts'
import { endProcess, spawnLogged } from '../../ground/processes.ts'
import { root } from '../../ground/root.ts'

/** The proxy of compose.yml with our ports in place of its hosts. */
export async function shippedProxy(ports: number[], dir: string, endings: Endings) {
  const url = `http://127.0.0.1:${await freePort()}`
  const shipped = readFileSync(`${root}ops/compose/Caddyfile`, 'utf8')
  const file = `${dir}/Caddyfile`
  const ours = shipped.replace(
    'api1:3000 api2:3000',
    ports.map((port) => `127.0.0.1:${port}`).join(' '),
  )
  if (ours === shipped)
    throw new Error('The shipped Caddyfile names other hosts than this test knows')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${ours}`)
  const proxy = spawnLogged(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: dir,
    env: { PAYDESK_HOST: url, PAYDESK_TLS: '', XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    log: openSync(`${root}.tmp/torture-deploy-proxy.log`, 'a'),
  })
  endings.push(() => endProcess(proxy))
  return url
}
