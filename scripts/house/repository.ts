/** What the repository holds that comments and documents may cite. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export const documents = {
  spec: 'docs/specification.md',
  product: 'docs/product.md',
  paypal: 'docs/paypal.md',
  reliability: 'docs/reliability.md',
} as const
export type Name = keyof typeof documents

export type Repository = {
  files: ReadonlySet<string>
  folders: ReadonlySet<string>
  sections: Record<Name, ReadonlySet<string>>
  decisions: ReadonlySet<number>
}

const binary = /\.(?:png|jpe?g|ico|woff2?|ttf|pdf|xlsx|zip)$/
/** Files that tools write from the work of others, whose words we do not choose. */
const generated = /(?:^|\/)(?:package-lock\.json|THIRD-PARTY\.md)$/

/** The numbers of a document's headings: `## 3. …` and `### 3.6 …`. */
export const sectionsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map((match) => String(match[1])))

export function repositoryOf(files: string[], read: (file: string) => string): Repository {
  const folders = new Set(
    files.flatMap((file) =>
      file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')),
    ),
  )
  const sections = Object.fromEntries(
    Object.entries(documents).map(([name, file]) => [name, sectionsOf(read(file))]),
  )
  const decisions = new Set(
    files.flatMap((file) => Number(/^docs\/decisions\/(\d{4})-/.exec(file)?.[1]) || []),
  )
  return {
    files: new Set(files),
    folders,
    sections: sections as Record<Name, Set<string>>,
    decisions,
  }
}

/** Every file of the repository, including those that are not committed yet. */
export function filesHere(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { encoding: 'utf8' },
  )
  return listed.split('\0').filter((file) => file !== '' && existsSync(file))
}

export const textsOf = (files: string[]) =>
  files.filter((file) => !binary.test(file) && !generated.test(file))
export const readHere = (file: string) => readFileSync(file, 'utf8')
