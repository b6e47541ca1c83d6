import { accessSync, constants, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf } from './document.ts'

const root = new URL('../..', import.meta.url).pathname
const { version, scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  version: string
  scripts: Record<string, string>
}
const help = readFileSync(`${root}apps/api/src/cli/paydesk.ts`, 'utf8')

test.each([
  'Try it',
  'One machine',
  'Containers',
  'A cluster',
  'Backup and restore',
  'When the machine is gone',
])('what "%s" calls is there', (heading) => {
  const commands = blocksOf(`${root}docs/operations.md`, heading)
    .flatMap((block) => block.commands.split('\n'))
    .filter(Boolean)
  for (const line of commands) {
    const [, named, script] = /\/opt\/paydesk(?:-([\d.]+))?\/(ops\/\S+)/.exec(line) ?? []
    if (named) expect(named, line).toBe(version)
    if (script) accessSync(root + script, constants.X_OK)
    const [, archive] = /paydesk-([\d.]+)-linux-x64/.exec(line) ?? []
    if (archive) expect(archive, line).toBe(version)
    const [, local] = /^\.\/(\w+\.sh)/.exec(line) ?? []
    if (local) accessSync(`${root}ops/compose/${local}`, constants.X_OK)
    const [, npm] = /^npm run (\S+)/.exec(line) ?? []
    if (npm) expect(scripts, line).toHaveProperty([npm])
    const [, command] = /^paydesk (\S+)/.exec(line) ?? []
    if (command) expect(help, line).toMatch(new RegExp(`^ {2}'?${command}'?: \\{`, 'm'))
  }
})
