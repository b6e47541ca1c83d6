/**
 * Checks that everything that comments and documents cite is in the repository. A citation is a
 * document's short name and a section, such as `spec §2` or `paypal §3.6`. A § right after it
 * (`spec §2, §6`) or later in the same comment or paragraph belongs to the same document. In a
 * cited document a § without a name is one of its own sections.
 */
import { mentionsOf } from './mentions.ts'
import { documents, type Name, type Repository } from './repository.ts'

/** A citation that was understood. Tests count them, to see that the check still finds any. */
export type Citation = { name: Name; section: string }

type Passage = { start: number; text: string }

/** The passages that are read as one: a comment, a paragraph of a document, otherwise a line. */
function passagesOf(file: string, text: string): Passage[] {
  const pattern = file.endsWith('.md')
    ? /(?:^.*\S.*\n?)+/gm
    : /^[ \t]*\{?\/\*[\s\S]*?\*\/.*\n?|(?:^[ \t]*(?:\/\/|--|#).*\n?)+|^.+\n?/gm
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    // The marks at the beginning of a comment's lines become spaces, so that a citation may
    // continue on the next line.
    text: match[0].replace(
      /\n[ \t]*(?:\*(?!\/)|\/\/|--|#)/g,
      (mark) => `\n${' '.repeat(mark.length - 1)}`,
    ),
  }))
}

const isName = (word: string): word is Name => Object.hasOwn(documents, word)
/** Words that may stand before a § and do not name a document. */
const joining = new Set(['and', 'or', 'of', 'to', 'in', 'see', 'by', 'on'])

/**
 * The citations of one passage, one for each section; a string in place of a citation says what
 * is wrong with it.
 */
function citationsOf(
  passage: Passage,
  own: Name | undefined,
): { index: number; found: Citation | string }[] {
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
    else if (word !== '' && !joining.has(name))
      return { index: match.index, found: `"${word}" is no document: §${from}` }
    const cited = last
    return [from, ...(to ? [to] : [])].map((section) => ({
      index: match.index,
      found: cited ? { name: cited, section } : `§${section} names no document`,
    }))
  })
}

/** Everything that is wrong in one file, and everything that it cites. */
export function readCitations(
  file: string,
  text: string,
  repository: Repository,
): { cited: Citation[]; faults: string[] } {
  const own = (Object.keys(documents) as Name[]).find((name) => documents[name] === file)
  const cited: Citation[] = []
  const faults = new Set<string>()
  for (const passage of passagesOf(file, text)) {
    const add = (index: number, fault: string) =>
      faults.add(`${file}:${text.slice(0, passage.start + index).split('\n').length} ${fault}`)
    for (const { index, found } of citationsOf(passage, own)) {
      if (typeof found === 'string') add(index, found)
      else if (repository.sections[found.name].has(found.section)) cited.push(found)
      else add(index, `${found.name} §${found.section} does not exist`)
    }
    for (const { index, fault } of mentionsOf(file, passage.text, repository))
      if (fault) add(index, fault)
  }
  return { cited, faults: [...faults] }
}
