/**
 * Every suite that protects the product: what it protects, its command, its inputs, its cost and
 * its ring. docs/ci.md explains the rings.
 */

import type { Report } from './report.ts'

export type Ring = 'gate' | 'full'

export type Suite = {
  name: string
  /** gate: in every `.ci/run` that touches its inputs. full: in `npm run verify`. */
  ring: Ring
  protects: string
  /** Words in braces are replaced, see Parameters. */
  command: string
  /**
   * Everything that can change the result. Its hash in `.ci/verified` decides whether it is due.
   */
  inputs: readonly string[]
  /** Of a suite of the full ring: a change here makes the gate run it as well when it is due. */
  focus?: readonly string[]
  /** Wall time on two quiet cores. */
  minutes: number
  /** How much of the machine it uses: 0.5 mostly waits, 2 tolerates nothing beside it. */
  cores: 0.5 | 1 | 2
  /** Debian packages and what they bring, checked before they are installed. */
  packages?: readonly DebianPackage[]
  /** The suite of the full ring that runs this one’s tests as well, and records them. */
  partOf?: string
  /** In every run of the gate, whatever changed. */
  always?: true
  /** It looks at the change alone, so nothing is recorded of it. */
  byChange?: true
  /** Suites whose output it uses. They run first, even when they are not due. */
  needs?: readonly string[]
  /** The report that its test runner writes, for the counts and the slowest tests. */
  report?: Report
}

export type DebianPackage = keyof typeof debianPackages

/** Package groups, each with the command that proves that it is installed. */
export const debianPackages = {
  chromium: { installed: 'command -v chromium', names: ['chromium'] },
  headlessChromium: {
    installed: 'test -x /usr/lib/chromium/chromium-headless-shell',
    names: ['chromium-headless-shell'],
  },
  cjkFonts: {
    installed: "fc-list 2>/dev/null | grep -qi 'noto.*cjk'",
    names: ['fonts-noto-cjk', 'fontconfig'],
  },
  cluster: {
    installed: 'command -v patroni && command -v etcd && command -v haproxy',
    names: ['postgresql-15', 'patroni', 'etcd-server', 'etcd-client', 'python3-etcd', 'haproxy'],
  },
} as const

const toolchain = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.base.json']
const packages = ['packages/ -tests']
const server = [...toolchain, ...packages, 'apps/api/ -tests', 'apps/api/src/test/', 'db/', 'bin/']
const simulator = ['apps/paypal-sim/ -tests']
const lab = ['lab/ground/ -tests', 'lab/world/ -tests', 'lab/stack/ -tests', 'lab/truth/ -tests']
const product = [...server, ...simulator, ...lab]
const console = ['apps/console/ -tests', 'docs/guide/']

/** The parts of the API that call PayPal and settle what became of the call. */
const calls = ['apps/api/src/paypal/operation/', 'apps/api/src/lib/job.ts', 'packages/paypal/']
const connections = [
  'apps/api/src/lib/pool.ts',
  'apps/api/src/lib/db.ts',
  'apps/api/src/lib/idempotency.ts',
  'apps/api/src/lib/live/',
  'apps/api/src/lib/startup/',
]
const migrations = ['db/migrations/']

const vitest = 'vitest run --reporter=default --reporter=json'
const unitReport = (name: string): Report => ({ runner: 'vitest', file: `.tmp/ci/${name}.json` })

const gate: Suite[] = [
  {
    name: 'quick',
    ring: 'gate',
    protects: 'format, lint, types, house rules, licences, released migrations, schema dump',
    command: 'npm run --silent check -- --quick',
    inputs: ['./', '!.ci/verified'],
    always: true,
    minutes: 1,
    cores: 2,
  },
  {
    name: 'build',
    ring: 'gate',
    protects: 'the console builds for production',
    command: 'npm run --silent build',
    inputs: [...toolchain, ...packages, ...console, 'apps/api/src/lib/version.ts'],
    minutes: 0.7,
    cores: 1,
  },
  {
    name: 'unit',
    ring: 'gate',
    protects: 'API, simulator and scripts on a real PostgreSQL',
    command: `TEST_RING=gate TEST_SLOW_IN='{folders}' ${vitest} --project server --outputFile.json=.tmp/ci/unit.json`,
    // Its tests also read documents, workflows and the files at the root.
    inputs: ['./', '!apps/console/', '!.ci/verified'],
    minutes: 5,
    cores: 2,
    report: unitReport('unit'),
  },
  {
    name: 'unit-console',
    ring: 'gate',
    protects: 'contract, PayPal client and console logic',
    command: `${vitest} --project console --outputFile.json=.tmp/ci/unit-console.json`,
    inputs: [...toolchain, 'vitest.config.ts', 'packages/', 'apps/console/', 'docs/guide/'],
    minutes: 0.5,
    cores: 2,
    report: unitReport('unit-console'),
  },
  {
    name: 'budget',
    ring: 'gate',
    protects: 'bytes that a page loads before it shows its rows',
    command: 'npm run --silent budget',
    inputs: [...toolchain, ...packages, ...console],
    needs: ['build'],
    minutes: 0.1,
    cores: 1,
  },
  {
    name: 'stories-gate',
    ring: 'gate',
    partOf: 'stories',
    protects: 'the main way through each page, and the stories of what changed',
    command: "E2E_SKIP_BUILD=1 npm run --silent e2e -- --grep '{stories}'",
    inputs: [...product, ...console, 'lab/stories/'],
    needs: ['build'],
    minutes: 3,
    cores: 2,
    packages: ['headlessChromium', 'cjkFonts'],
    report: { runner: 'playwright', file: '.tmp/ci/stories.json' },
  },
  {
    name: 'mutants-changed',
    ring: 'gate',
    byChange: true,
    protects: 'that tests notice a fault in the lines that changed',
    command: 'npm run --silent mutants -- --changed --base {base} --minutes 3',
    inputs: ['apps/', 'packages/', 'lab/faults/'],
    minutes: 3,
    cores: 2,
  },
]

const torture = (
  name: string,
  options: string,
  rest: Pick<Suite, 'protects' | 'minutes' | 'cores'> &
    Partial<Pick<Suite, 'packages' | 'focus' | 'inputs'>>,
): Suite => ({
  name: `torture-${name}`,
  ring: 'full',
  command: `npm run --silent torture -- ${name} --seed {seed}${options && ` ${options}`}`,
  inputs: [...product, `lab/torture/${name}/`],
  ...rest,
})

const bench = (
  name: string,
  rest: Pick<Suite, 'protects' | 'minutes'> & Partial<Pick<Suite, 'inputs'>>,
): Suite => ({
  name: `bench-${name}`,
  ring: 'full',
  command: `npm run --silent bench -- ${name} --short`,
  inputs: [...product, `lab/bench/${name}/`, 'lab/bench/watched/'],
  cores: 2,
  ...rest,
})

const full: Suite[] = [
  {
    name: 'unit-slow',
    ring: 'full',
    protects: 'what takes long to prove: sizes, races, every setting, restarts',
    command: `TEST_RING=slow ${vitest} --project server --outputFile.json=.tmp/ci/unit-slow.json`,
    inputs: [
      ...toolchain,
      'vitest.config.ts',
      'packages/',
      'apps/api/',
      'apps/paypal-sim/',
      'db/',
      'lab/',
    ],
    focus: migrations,
    minutes: 7,
    cores: 2,
    report: unitReport('unit-slow'),
  },
  {
    name: 'stories',
    ring: 'full',
    protects: 'every page in a real browser, against two API processes and two workers',
    command: 'E2E_SKIP_BUILD=1 npm run --silent e2e',
    inputs: [...product, ...console, 'lab/stories/'],
    needs: ['build'],
    minutes: 13,
    cores: 2,
    packages: ['headlessChromium', 'cjkFonts'],
    report: { runner: 'playwright', file: '.tmp/ci/stories.json' },
  },
  {
    name: 'pictures',
    ring: 'full',
    protects: 'that screenshots, the guide’s pictures and the gallery can be taken',
    command:
      "E2E_SKIP_BUILD=1 GUIDE_PICTURES=screenshots/guide npm run --silent screenshots -- --grep 'gallery|guide|zh-1440|en-390'",
    inputs: [...product, ...console, 'lab/stories/'],
    needs: ['build'],
    minutes: 3,
    cores: 2,
    packages: ['headlessChromium', 'cjkFonts'],
    report: { runner: 'playwright', file: '.tmp/ci/stories.json' },
  },
  {
    name: 'web',
    ring: 'full',
    protects: 'accessibility, best practices and transferred bytes, by Lighthouse',
    command: 'npm run --silent bench -- web --short',
    inputs: [...toolchain, ...packages, ...console, 'lab/bench/web/'],
    focus: ['apps/console/src/app/', 'apps/console/src/ui/'],
    needs: ['build'],
    minutes: 1,
    cores: 2,
    packages: ['chromium', 'cjkFonts'],
  },
  torture('bills', '--bills 100 --minutes 8', {
    protects: 'bills while PayPal loses answers, events go missing and workers are killed',
    focus: calls,
    minutes: 6,
    cores: 0.5,
  }),
  torture('money', '--rows 2000 --minutes 6', {
    protects: 'books equal to PayPal’s to the cent over weeks, with faults',
    focus: ['apps/api/src/money/', 'apps/api/src/intake/reporting/', ...migrations],
    minutes: 3,
    cores: 1,
  }),
  torture('events', '--events 500 --rate 50 --kills 1 --minutes 6', {
    protects: 'each event confirmed by PayPal’s records, none lost when processes are killed',
    focus: ['apps/api/src/intake/event/'],
    minutes: 3,
    cores: 1,
  }),
  torture('model', '--runs 12 --steps 25 --processes 1', {
    protects: 'random sequences of people, payers, PayPal and failures against PayPal’s books',
    minutes: 2,
    cores: 1,
  }),
  torture('months', '--days 30', {
    protects: 'every month’s end proven, and the same books row by row in three ways of reading',
    focus: ['apps/api/src/money/ledger/'],
    minutes: 2,
    cores: 1,
  }),
  torture('fuzz', '--inputs 30', {
    protects: 'hostile input of its own schemas for every call',
    minutes: 2,
    cores: 1,
  }),
  torture('files', '--shapes 20', {
    protects: 'hostile uploads answered within 2 s, health checks never late',
    focus: ['apps/api/src/lib/file/', 'apps/api/src/lib/thread.ts'],
    minutes: 1,
    cores: 2,
  }),
  torture('cluster', '--short', {
    protects: 'nothing lost or done twice while a Patroni cluster loses nodes, disks, networks',
    focus: connections,
    minutes: 2,
    cores: 2,
    packages: ['cluster'],
  }),
  torture('commits', '--cuts 100', {
    protects: 'one effect and the true answer for each key when connections are cut',
    focus: connections,
    minutes: 1,
    cores: 2,
  }),
  torture('limits', '--short', {
    protects: 'full disk, slow PayPal, no mail server, wrong clocks, poison jobs, kills',
    minutes: 13,
    cores: 2,
  }),
  torture('deploy', '--restarts 8 --people 3', {
    protects: 'upgrade from the last release under load: no request fails, no job is lost',
    focus: [...migrations, 'apps/api/src/lib/startup/'],
    minutes: 1.5,
    cores: 2,
  }),
  {
    name: 'image',
    ring: 'full',
    protects: 'the container image, run as an installation runs it',
    command: 'npm run --silent image -- --built --test',
    inputs: [...product, ...console, 'ops/image/', 'lab/ops/'],
    focus: ['package-lock.json', 'ops/image/'],
    needs: ['build'],
    minutes: 1,
    cores: 2,
  },
  {
    name: 'install',
    ring: 'full',
    protects: 'that an installation without development packages starts, answers and stops',
    command: 'node lab/ops/productionInstall.ts',
    inputs: [...product, ...console, 'lab/ops/', 'scripts/start.ts'],
    focus: ['scripts/start.ts'],
    needs: ['build'],
    minutes: 1,
    cores: 2,
  },
  {
    name: 'drill',
    ring: 'full',
    protects: 'restore to a moment: nothing sent or refunded twice',
    command: 'npm run --silent drill -- --seed {seed} --bills 100 --refunds 10',
    inputs: [...product, 'lab/drill/', 'ops/backup/'],
    focus: ['apps/api/src/desk/quarantine/', 'ops/backup/'],
    minutes: 1,
    cores: 2,
  },
  {
    name: 'backups',
    ring: 'full',
    protects: 'the documented backup and restore commands on PostgreSQL and pgBackRest',
    command: 'npm run --silent backups',
    inputs: [...toolchain, 'ops/backup/', 'db/', 'docs/', 'lab/ops/', 'bin/', 'apps/api/src/cli/'],
    focus: ['ops/backup/'],
    minutes: 1,
    cores: 2,
  },
  {
    name: 'operations',
    ring: 'full',
    protects: 'the four documented ways to an installation, from nothing to a signed-in admin',
    command: ['try', 'machine', 'containers', 'cluster']
      .map((path) => `npm run --silent operations -- ${path}`)
      .join(' && '),
    inputs: [...product, ...console, 'ops/', 'lab/ops/', 'docs/operations.md'],
    focus: ['ops/machine/', 'ops/compose/', 'docs/operations.md'],
    minutes: 12,
    cores: 2,
    packages: ['cluster'],
  },
  {
    name: 'watch',
    ring: 'full',
    protects: 'a real Prometheus raises and clears an alert for each of eleven causes',
    command: 'npm run --silent watch:test',
    inputs: [...product, 'ops/prometheus/', 'lab/ops/'],
    focus: ['ops/prometheus/', 'apps/api/src/lib/watch/'],
    minutes: 3,
    cores: 0.5,
  },
  {
    name: 'matrix',
    ring: 'full',
    protects: 'money stories in combinations of what is not known of PayPal',
    command: 'npm run --silent matrix',
    inputs: [...product, 'lab/paypal/'],
    minutes: 3,
    cores: 2,
  },
  {
    name: 'mutants-hand',
    ring: 'full',
    protects: 'that tests notice the faults in SQL, access and money that no tool plants',
    command: 'npm run --silent mutants',
    inputs: ['apps/api/', 'packages/', 'db/', 'lab/faults/'],
    minutes: 25,
    cores: 2,
  },
  bench('ingest', { protects: 'processor per confirmed payment, and none lost', minutes: 1.5 }),
  bench('lists', { protects: 'lists and search at size', minutes: 1.5 }),
  bench('export', { protects: 'exports against a bare COPY', minutes: 1.5 }),
  bench('burst', { protects: 'others while one user fires statements and exports', minutes: 1 }),
  bench('replica', { protects: 'reads from a standby are never stale', minutes: 1 }),
  bench('retention', { protects: 'others while a month of events is dropped', minutes: 1.5 }),
  bench('sim', { protects: 'how fast the simulator signs and serves', minutes: 1 }),
]

export const suites: readonly Suite[] = [...gate, ...full]

export type Parameters = {
  seed: number
  /** Expression for the titles of the stories to play. */
  stories: string
  /** Folders that the change touches. */
  folders: string
  /** The commit to compare with. */
  base: string
}

export const commandOf = (suite: Suite, { seed, stories, folders, base }: Parameters) =>
  suite.command
    .replaceAll('{seed}', String(seed))
    .replaceAll('{stories}', stories)
    .replaceAll('{folders}', folders)
    .replaceAll('{base}', base)

export const isSeeded = (suite: Suite) => suite.command.includes('{seed}')
