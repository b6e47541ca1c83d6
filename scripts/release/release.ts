/**
 * `npm run release -- 0.2.0`: refuses while a suite is due (docs/ci.md); then writes the version,
 * dates the changelog, lists licences anew, records the release, commits and tags it. `--dry-run`
 * only names the steps. The script does not use `npm version`, which would run our script of that
 * name on the way.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { suitesDue } from '../ci/rings.ts'
import { recordRelease } from './released.ts'
import {
  changelogSection,
  lockWithVersion,
  packageWithVersion,
  refusals,
  withDate,
} from './releaseRules.ts'
import { thirdParty } from './thirdParty.ts'

type RecordRelease = (version: string, commit: string, date: string) => void

/**
 * Returns the steps that were done, or in a dry run would be; throws with all reasons when the
 * release is refused.
 */
export function release(
  root: string,
  version: string,
  options: { date: string; dryRun: boolean; record: RecordRelease; due: () => string[] },
): string[] {
  const { date, dryRun, record, due } = options
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trimEnd()
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const read = (file: string) => readFileSync(join(root, file), 'utf8')

  const current: string = JSON.parse(read('package.json')).version
  const changelog = read('CHANGELOG.md')
  const changed = lines(git('status', '--porcelain'))
  const reasons = refusals(version, {
    current,
    changed,
    tags: lines(git('tag', '--list')),
    changelog,
    due: due(),
  })
  if (reasons.length > 0)
    throw new Error(`Not released:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`)

  // The release is the commit that was tested. The commit that records it comes after, because a
  // commit cannot hold its own hash.
  const commit = git('rev-parse', 'HEAD')
  const steps: string[] = []
  const step = (what: string, act: () => unknown) => {
    steps.push(what)
    if (!dryRun) act()
  }
  const change = (file: string, to: (text: string) => string) =>
    step(`write ${version} into ${file}`, () => writeFileSync(join(root, file), to(read(file))))

  for (const file of [
    'package.json',
    ...globSync('{apps,packages}/*/package.json', { cwd: root }).sort(),
  ])
    change(file, (text) => packageWithVersion(text, version))
  change('package-lock.json', (text) => lockWithVersion(text, version))
  // The document's commands name the archive and the image of this version.
  change('docs/operations.md', (text) =>
    text
      .replaceAll(`paydesk-${current}`, `paydesk-${version}`)
      .replaceAll(`paydesk:${current}`, `paydesk:${version}`),
  )
  step(`date the entry in CHANGELOG.md: ${date}`, () =>
    writeFileSync(join(root, 'CHANGELOG.md'), withDate(changelog, version, date)),
  )
  step('make THIRD-PARTY.md anew', () =>
    writeFileSync(join(root, 'THIRD-PARTY.md'), thirdParty(JSON.parse(read('package-lock.json')))),
  )
  step(`record ${version} of ${date} at ${commit} in db/migrations/released.json`, () =>
    record(version, commit, date),
  )
  step(`commit "Release ${version}"`, () => {
    // The tree was clean, so every change belongs to the release.
    git('add', '--all')
    git('commit', '--quiet', '-m', `Release ${version}`)
  })
  // The entry's headings begin with #, which git would take for comments.
  step(`tag v${version}`, () =>
    git(
      'tag',
      '--annotate',
      '--cleanup=whitespace',
      '-m',
      `Paydesk ${version}`,
      '-m',
      changelogSection(changelog, version) ?? '',
      `v${version}`,
    ),
  )
  return steps
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const root = new URL('../..', import.meta.url).pathname
  const dryRun = values['dry-run']
  const date = new Date().toISOString().slice(0, 10)
  try {
    const steps = release(root, positionals[0] ?? '', {
      date,
      dryRun,
      record: recordRelease,
      due: suitesDue,
    })
    console.log(`${dryRun ? 'It would' : 'Done'}:\n${steps.map((step) => `- ${step}`).join('\n')}`)
    if (!dryRun) console.log('Push both: git push --follow-tags')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
