/**
 * Checks that everything that comments and documents cite is in the repository. A citation is a document's short name and a section,
 * such as `spec §2` or `paypal §3.6`. A § right after it (`spec §2, §6`) or later in the same comment or paragraph belongs to the same
 * document. In a cited document a § without a name is one of its own sections.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const documents = {
  spec: 'docs/specification.md',
  product: 'docs/product.md',
  paypal: 'docs/paypal.md',
  reliability: 'docs/reliability.md',
} as const
type Name = keyof typeof documents

export type Repository = { files: ReadonlySet<string>; folders: ReadonlySet<string>; sections: Record<Name, ReadonlySet<string>> }
/** A citation that was understood. Tests count them, to see that the check still finds any. */
export type Citation = { name: Name; section: string }

const binary = /\.(?:png|jpe?g|ico|woff2?|ttf|pdf|xlsx|zip)$/
/** Files that tools write from the work of others, whose words we do not choose. */
const generated = /(?:^|\/)(?:package-lock\.json|THIRD-PARTY\.md)$/

/** The numbers of a document's headings: `## 3. …` and `### 3.6 …`. */
export const sectionsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map((match) => String(match[1])))

export function repositoryOf(files: string[], read: (file: string) => string): Repository {
  const folders = new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))))
  const sections = Object.fromEntries(Object.entries(documents).map(([name, file]) => [name, sectionsOf(read(file))]))
  return { files: new Set(files), folders, sections: sections as Record<Name, Set<string>> }
}

/** Every file of the repository, including those that are not committed yet. */
export function filesHere(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
  return listed.split('\0').filter((file) => file !== '' && existsSync(file))
}

export const textsOf = (files: string[]) => files.filter((file) => !binary.test(file) && !generated.test(file))
export const readHere = (file: string) => readFileSync(file, 'utf8')

type Passage = { start: number; text: string }

/** The passages that are read as one: a comment, a paragraph of a document, otherwise a line. */
function passagesOf(file: string, text: string): Passage[] {
  const pattern = file.endsWith('.md') ? /(?:^.*\S.*\n?)+/gm : /^[ \t]*\{?\/\*[\s\S]*?\*\/.*\n?|(?:^[ \t]*(?:\/\/|--|#).*\n?)+|^.+\n?/gm
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    // The marks at the beginning of a comment's lines become spaces, so that a citation may continue on the next line.
    text: match[0].replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)/g, (mark) => `\n${' '.repeat(mark.length - 1)}`),
  }))
}

const isName = (word: string): word is Name => Object.hasOwn(documents, word)
/** Words that may stand before a § and do not name a document. */
const joining = new Set(['and', 'or', 'of', 'to', 'in', 'see', 'by', 'on'])

/** The citations of one passage, one for each section; a string in place of a citation says what is wrong with it. */
function citationsOf(passage: Passage, own: Name | undefined): { index: number; found: Citation | string }[] {
  const pattern = /(?:(\p{L}[\w.-]*)\s+)?§(\d+(?:\.\d+)*)(?:\s?[–-]\s?§?(\d+(?:\.\d+)*))?/gu
  let last: Name | undefined
  let end = -1
  return [...passage.text.matchAll(pattern)].flatMap((match) => {
    const [all, word = '', from = '', to] = match
    const continues = last !== undefined && /^[\s,]*$/.test(passage.text.slice(end, match.index))
    const name = word.toLowerCase()
    end = match.index + all.length
    if (isName(name)) last = name
    else if (own && !(continues && (word === '' || joining.has(name)))) last = own
    else if (word !== '' && !joining.has(name)) return { index: match.index, found: `"${word}" is no document: §${from}` }
    const cited = last
    return [from, ...(to ? [to] : [])].map((section) => ({
      index: match.index,
      found: cited ? { name: cited, section } : `§${section} names no document`,
    }))
  })
}

const isThere = ({ files, folders }: Repository, path: string) => files.has(path) || folders.has(path)
const resolveFrom = (file: string, path: string) => normalize(join(dirname(file), path)).replace(/\/$/, '')

/** Says why a mentioned document or folder is wrong, or returns undefined if it is there. */
function mentionFault(file: string, mention: string, repository: Repository): string | undefined {
  const path = mention.replace(/\/$/, '')
  if (isThere(repository, resolveFrom(file, path)) || isThere(repository, path)) return undefined
  if (!path.includes('/') && [...repository.files].some((known) => known.endsWith(`/${path}`))) return undefined
  return `${mention} is not in the repository`
}

/** A folder "shared" may be one of ours; one outside of the repository is not. */
function sharedFault(file: string, mention: string, repository: Repository): string | undefined {
  const path = mention.replace(/[./]+$/, '')
  const known = [...repository.files, ...repository.folders]
  const isOurs = path.startsWith('.') ? isThere(repository, resolveFrom(file, path)) : known.some((one) => `/${one}/`.includes(`/${path}/`))
  return isOurs ? undefined : `${mention} is not in the repository`
}

function mentionsOf(file: string, { text }: Passage, repository: Repository): { index: number; fault: string | undefined }[] {
  const each = (pattern: RegExp, fault: (found: string) => string | undefined) =>
    [...text.matchAll(pattern)].map((match) => ({ index: match.index, fault: fault(String(match[1] ?? match[0])) }))
  const link = (target: string) => {
    const path = decodeURI(target.replace(/#.*$/, ''))
    if (path === '' || /^[a-z]+:/.test(path) || isThere(repository, resolveFrom(file, path))) return undefined
    return `the link to ${target} leads nowhere`
  }
  return [
    ...each(/(?<![\w./…}-])(?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*\.md\b/g, (found) => mentionFault(file, found, repository)),
    ...each(/(?<![\w./…}-])docs\/[\w./-]*\w/g, (found) => mentionFault(file, found, repository)),
    ...each(/(?<![\w-])(?:(?:\.{1,2}\/)+shared\b|shared\/)[\w./-]*/g, (found) => sharedFault(file, found, repository)),
    ...each(/console[-]spec\b/g, (found) => `${found} is not in the repository`),
    ...(file.endsWith('.md') ? each(/\]\(([^)\s]+)\)/g, link) : []),
  ]
}

/** Everything that is wrong in one file, and everything that it cites. */
export function readCitations(file: string, text: string, repository: Repository): { cited: Citation[]; faults: string[] } {
  const own = (Object.keys(documents) as Name[]).find((name) => documents[name] === file)
  const cited: Citation[] = []
  const faults = new Set<string>()
  for (const passage of passagesOf(file, text)) {
    const add = (index: number, fault: string) => faults.add(`${file}:${text.slice(0, passage.start + index).split('\n').length} ${fault}`)
    for (const { index, found } of citationsOf(passage, own)) {
      if (typeof found === 'string') add(index, found)
      else if (repository.sections[found.name].has(found.section)) cited.push(found)
      else add(index, `${found.name} §${found.section} does not exist`)
    }
    for (const { index, fault } of mentionsOf(file, passage, repository)) if (fault) add(index, fault)
  }
  return { cited, faults: [...faults] }
}
