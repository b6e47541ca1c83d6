import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../lib/config.ts'
import { type Finding, fail, type Limits, megabytes, ok, warn } from './finding.ts'

/** The machine that this runs on; PostgreSQL's disk is not seen from here. */
export const lookAtMachine = (config: Config | undefined, limits: Limits): Finding[] => [
  node(),
  ...openFiles(limits),
  disk(limits),
  ...(config ? [console(config)] : []),
]

function node(): Finding {
  const { node: version } = process.versions
  return Number(version.split('.')[0]) < 24
    ? fail('Node', version, 'use Node 24 or newer')
    : ok('Node', version)
}

function openFiles(limits: Limits): Finding[] {
  const file = '/proc/self/limits'
  if (!existsSync(file)) return []
  const [, soft = 'unlimited'] = /^Max open files\s+(\w+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return [
    Number(soft) < limits.openFiles
      ? warn(
          'open files',
          `at most ${soft}: each browser holds a connection`,
          `raise it to ${limits.openFiles} or more (ulimit -n, LimitNOFILE)`,
        )
      : ok('open files', `at most ${soft}`),
  ]
}

function disk(limits: Limits): Finding {
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = bavail * bsize
  return free < limits.freeBytes
    ? warn(
        'disk',
        `${megabytes(free)} free in ${tmpdir()}`,
        'make room: whatever this machine writes, its logs included, ends when it is full',
      )
    : ok('disk', `${megabytes(free)} free in ${tmpdir()}`)
}

const console = ({ consoleDir }: Config): Finding =>
  existsSync(join(consoleDir, 'index.html'))
    ? ok('console', 'built')
    : warn(
        'console',
        `not built in ${consoleDir}`,
        'run `npm run build`, or set CONSOLE_DIR, where the API is to serve it',
      )
