/**
 * The conditions of a release and its changes to texts; scripts/release/release.ts applies them.
 */

const versionForm = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export function isGreater(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ]
  const at = left.findIndex((part, index) => part !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

const heading = (version: string) =>
  new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: - \\d{4}-\\d{2}-\\d{2})?$`, 'm')

/**
 * What the changelog says of a version; undefined when it has no entry, '' when the entry is empty.
 */
export function changelogSection(changelog: string, version: string): string | undefined {
  const found = heading(version).exec(changelog)
  if (!found) return undefined
  const rest = changelog.slice(found.index + found[0].length)
  return rest.slice(0, /^## /m.exec(rest)?.index).trim()
}

export const withDate = (changelog: string, version: string, date: string) =>
  changelog.replace(heading(version), `## ${version} - ${date}`)

export type ReleaseFacts = {
  current: string
  changed: string[]
  tags: string[]
  changelog: string
  /** Suites that were not verified with the inputs of this tree. */
  due: string[]
}

/** All reasons against the release, so that they can be mended in one go. */
export function refusals(
  version: string,
  { current, changed, tags, changelog, due }: ReleaseFacts,
): string[] {
  if (!versionForm.test(version))
    return [`"${version}" is no version: give three numbers, as in 0.2.0`]
  const entry = changelogSection(changelog, version)
  return [
    !isGreater(version, current) &&
      `${version} is not greater than ${current}, which is the version now`,
    tags.includes(`v${version}`) && `the tag v${version} exists already`,
    changed.length > 0 && `the tree is not clean: ${changed.join(', ')}`,
    due.length > 0 && `npm run verify has not seen this tree in: ${due.join(', ')}`,
    entry === undefined && `CHANGELOG.md has no entry "## ${version}"`,
    entry === '' && `CHANGELOG.md says nothing under "## ${version}"`,
  ].filter((reason) => typeof reason === 'string')
}

/** Replaces text instead of writing the JSON anew, which would lose the file's layout. */
export const packageWithVersion = (text: string, version: string) =>
  text.replace(/^ {2}"version": "[^"]*"/m, `  "version": "${version}"`)

/** Our own packages are the ones outside of node_modules. */
export function lockWithVersion(text: string, version: string): string {
  const lock = JSON.parse(text)
  lock.version = version
  for (const [path, entry] of Object.entries<{ version?: string }>(lock.packages))
    if (!path.includes('node_modules/')) entry.version = version
  return `${JSON.stringify(lock, null, 2)}\n`
}
