/**
 * Finds documents, folders, code and decisions that a text mentions and that are not in the
 * repository.
 */
import { dirname, join, normalize } from 'node:path'
import type { Repository } from './repository.ts'

const isThere = ({ files, folders }: Repository, path: string) =>
  files.has(path) || folders.has(path)
const resolveFrom = (file: string, path: string) =>
  normalize(join(dirname(file), path)).replace(/\/$/, '')

/** Says why a mentioned document or folder is wrong, or returns undefined if it is there. */
function mentionFault(file: string, mention: string, repository: Repository): string | undefined {
  const path = mention.replace(/\/$/, '')
  if (isThere(repository, resolveFrom(file, path)) || isThere(repository, path)) return undefined
  if (!path.includes('/') && [...repository.files].some((known) => known.endsWith(`/${path}`)))
    return undefined
  return `${mention} is not in the repository`
}

/** A folder "shared" may be one of ours; one outside of the repository is not. */
function sharedFault(file: string, mention: string, repository: Repository): string | undefined {
  const path = mention.replace(/[./]+$/, '')
  const known = [...repository.files, ...repository.folders]
  const isOurs = path.startsWith('.')
    ? isThere(repository, resolveFrom(file, path))
    : known.some((one) => `/${one}/`.includes(`/${path}/`))
  return isOurs ? undefined : `${mention} is not in the repository`
}

/**
 * Documents that say where our code lies. The facts about PayPal also name code of
 * others, as sources.
 */
const namesCode = /^(?:README|CONTRIBUTING|docs\/(?!paypal\.md)[^/]+|docs\/decisions\/[^/]+)\.md$/

/**
 * Code is named by the end of its path, and `src` may be left out: `bill/act.ts`,
 * `api/lib/route.ts`.
 */
function codeFault(mention: string, { files }: Repository): string | undefined {
  const ends = (file: string) => `/${file}`.endsWith(`/${mention}`)
  return [...files].some((file) => ends(file) || ends(file.replace('/src/', '/')))
    ? undefined
    : `${mention} is not in the repository`
}

/** `numbers` is what follows the word: "9", "0009" or "9, 10 and 12". */
const decisionFault = (numbers: string, { decisions }: Repository): string | undefined => {
  const missing = numbers.match(/\d+/g)?.find((number) => !decisions.has(Number(number)))
  return missing ? `decision ${missing} does not exist` : undefined
}

export function mentionsOf(
  file: string,
  text: string,
  repository: Repository,
): { index: number; fault: string | undefined }[] {
  const each = (pattern: RegExp, fault: (found: string) => string | undefined) =>
    [...text.matchAll(pattern)].map((match) => ({
      index: match.index,
      fault: fault(String(match[1] ?? match[0])),
    }))
  const link = (target: string) => {
    const path = decodeURI(target.replace(/#.*$/, ''))
    if (path === '' || /^[a-z]+:/.test(path) || isThere(repository, resolveFrom(file, path)))
      return undefined
    return `the link to ${target} leads nowhere`
  }
  return [
    ...each(/(?<![\w./…}-])(?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*\.md\b/g, (found) =>
      mentionFault(file, found, repository),
    ),
    ...each(/(?<![\w./…}-])docs\/[\w./-]*\w/g, (found) => mentionFault(file, found, repository)),
    ...each(/(?<![\w-])(?:(?:\.{1,2}\/)+shared\b|shared\/)[\w./-]*/g, (found) =>
      sharedFault(file, found, repository),
    ),
    ...each(/\bdecisions?\s+(\d+(?:(?:,\s*|\s+(?:and|or)\s+|[–-])\d+)*)/gi, (found) =>
      decisionFault(found, repository),
    ),
    ...(namesCode.test(file)
      ? each(/(?<=`[^`\n]*)(?<![\w./<>*-])[\w.-][\w./-]*\.tsx?(?=[^`\n]*`)/g, (found) =>
          codeFault(found, repository),
        )
      : []),
    ...each(/console[-]spec\b/g, (found) => `${found} is not in the repository`),
    ...(file.endsWith('.md') ? each(/\]\(([^)\s]+)\)/g, link) : []),
  ]
}
