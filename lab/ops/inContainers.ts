import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { installed } from '../ground/installed.ts'
import { freePort } from '../ground/postgres.ts'
import { containers } from './containers.ts'
import { debianImage } from './debian.ts'
import { examine } from './doctor.ts'
import { blocksOf } from './document.ts'
import { operator } from './machine.ts'
import type { Figures, Place } from './place.ts'
import { Person } from './signIn.ts'

const root = new URL('../..', import.meta.url).pathname

/**
 * Where images of PostgreSQL and Caddy cannot be fetched, Debian's own packages stand in; they
 * start as the published images do.
 */
function standIns(podman: (...args: string[]) => string, dir: string) {
  const build = (
    name: string,
    base: string,
    lines: string[],
    files: Record<string, string> = {},
  ) => {
    const context = `${dir}/${name}`
    mkdirSync(context)
    for (const [file, text] of Object.entries(files))
      writeFileSync(`${context}/${file}`, text, { mode: 0o755 })
    writeFileSync(`${context}/Containerfile`, [`FROM ${base}`, ...lines].join('\n'))
    const tag = `localhost/paydesk-test-${name}-server:1`
    execFileSync('buildah', ['bud', '--quiet', '--isolation', 'chroot', '--tag', tag, context], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return tag
  }
  return {
    POSTGRES_IMAGE: build(
      'postgres',
      debianImage(podman, 'postgres', ['postgresql']),
      ['COPY start /start', 'ENTRYPOINT ["/start"]', 'STOPSIGNAL SIGINT'],
      { start: postgresStart },
    ),
    CADDY_IMAGE: build('caddy', debianImage(podman, 'caddy', ['caddy']), [
      'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp',
      'ENTRYPOINT ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
    ]),
  }
}

/** What the published image of PostgreSQL does with the settings that compose.yml gives it. */
const postgresStart = `#!/bin/sh
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
install -d -o postgres /var/run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  install -d -m 700 -o postgres "$data"
  install -m 600 -o postgres "$POSTGRES_PASSWORD_FILE" /tmp/password
  runuser -u postgres -- "$bin/initdb" --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth scram-sha-256 $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  sed -i 's/^local .*/local all all trust/' "$data/pg_hba.conf"
  runuser -u postgres -- "$bin/pg_ctl" --pgdata "$data" --options '-c listen_addresses=' --wait start
  runuser -u postgres -- "$bin/createdb" --host /var/run/postgresql --username "$POSTGRES_USER" "$POSTGRES_DB"
  runuser -u postgres -- "$bin/pg_ctl" --pgdata "$data" --mode fast --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$bin/postgres" -D "$data" -c 'listen_addresses=*'
`

/** compose.yml with podman-compose, in a clone, on ports that are free here. */
export async function inContainers({ dir, atEnd, since }: Place): Promise<Figures> {
  installed({
    'podman-compose': 'podman-compose',
    buildah: 'buildah',
    dnsmasq: 'dnsmasq-base',
    '/usr/lib/cni/dnsname': 'golang-github-containernetworking-plugin-dnsname',
  })
  const podman = containers(dir)
  const images = standIns(podman, dir)
  const https = await freePort()
  const env = {
    ...process.env,
    ...images,
    ...operator,
    HTTP_PORT: String(await freePort()),
    HTTPS_PORT: String(https),
  }
  const clone = `${dir}/paydesk`
  execFileSync('git', ['clone', '--quiet', root, clone])
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const cwd = `${clone}/ops/compose`
  const compose = (...args: string[]) =>
    execFileSync('podman-compose', args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
  const follow = (commands: string, from: string) =>
    execFileSync('sh', ['-eux', '-c', commands], {
      cwd: from,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  const [install, look, upgrade, dump, restore] = blocksOf(
    `${root}docs/operations.md`,
    'Containers',
  ).map(({ commands }) => commands)
  if (!install || !look || !upgrade || !dump || !restore)
    throw new Error('The section has other blocks than this test knows')

  const startedAt = performance.now()
  atEnd(() => {
    compose('down', '--volumes')
    podman('network', 'rm', '--force', 'compose_default')
  })
  follow(install, clone)
  // Only this process resolves the name to this machine.
  writeFileSync(`${dir}/here.mjs`, here)
  const person = await Person.signIn(
    ['node', '--import', `${dir}/here.mjs`],
    `https://paydesk.example.com:${https}`,
  )
  atEnd(() => person.leave())
  const signedInSeconds = since(startedAt)
  const doctor = examine(
    execFileSync('sh', ['-c', `${look.trim()} --json || true`], {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
    // PayPal delivers to port 443 only, which may be taken here.
    { alsoLacking: 'webhook address' },
  )
  await person.asked()
  const upgradedAt = performance.now()
  follow(upgrade, cwd)
  const upgradeSeconds = since(upgradedAt)
  const { asked, refused } = await person.asked()
  follow(dump, cwd)
  follow(restore, cwd)
  const quarantined = compose('run', '--rm', 'migrate', 'quarantine', 'status').includes(
    '"on": true',
  )
  return {
    signedInSeconds,
    doctor,
    upgradeSeconds,
    asked,
    refused,
    quarantined,
    faults: refused + (quarantined ? 0 : 1),
  }
}

const here = `
import dns from 'node:dns'
const lookup = dns.lookup
dns.lookup = (name, options, done) => name === 'paydesk.example.com' ? lookup('127.0.0.1', options, done) : lookup(name, options, done)
`
