/**
 * No pattern of production code takes more than linear time: on a text that a stranger wrote, one
 * that goes back and forth holds up the whole process. `recheck` judges each pattern once, which
 * takes up to seconds; the verdicts stand in safePatterns.json. To judge new ones:
 * `node scripts/house/patterns.ts`.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { Visitor } from 'oxc-parser'
import { isTest } from './floors.ts'
import { parse } from './text.ts'

const verdicts = new URL('safePatterns.json', import.meta.url)
/** The simulator and the build read nothing that strangers wrote. */
export const patternSources = [
  'packages/*/src/**/*.{ts,tsx}',
  'apps/{api,console}/src/**/*.{ts,tsx}',
]

export type Pattern = { file: string; source: string; flags: string }
/**
 * `refused` are patterns that are put together while the program runs: nobody can judge
 * them beforehand.
 */
export type Patterns = { all: Pattern[]; refused: string[] }

export const nameOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) =>
  `/${source}/${flags}`

/** What repeats nothing takes no time worth the name. */
const repeats = (source: string) => /[*+{]/.test(source)

export function readPatterns(file: string, text: string): Patterns {
  const all: Pattern[] = []
  const refused: string[] = []
  const made = ({ callee, arguments: [first, second] }: Making) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [source, flags] = [literal(first), second ? literal(second) : '']
    if (source === undefined || flags === undefined)
      refused.push(`${file}: a pattern that is put together cannot be judged; write it out`)
    else if (repeats(source)) all.push({ file, source, flags })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex && repeats(node.regex.pattern))
        all.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: (node) => made(node as Making),
    CallExpression: (node) => made(node as Making),
  }).visit(parse(file, text))
  return { all, refused }
}

type Making = { callee: { type: string; name?: string }; arguments: unknown[] }
const literal = (node: unknown): string | undefined => {
  const { type, value } = node as { type: string; value?: unknown }
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

export const knownSafe = (): Set<string> =>
  new Set(existsSync(verdicts) ? (JSON.parse(readFileSync(verdicts, 'utf8')) as string[]) : [])

/** What is wrong with the patterns of these files, given those that were judged before. */
export function riskyPatterns(files: Map<string, string>, safe: ReadonlySet<string>): string[] {
  const read = [...files]
    .filter(([file]) => !isTest(file))
    .map(([file, text]) => readPatterns(file, text))
  const all = read.flatMap((one) => one.all)
  const used = new Set(all.map(nameOf))
  return [
    ...read.flatMap(({ refused }) => refused),
    ...all
      .filter((pattern) => !safe.has(nameOf(pattern)))
      .map(
        (pattern) =>
          `${pattern.file}: ${nameOf(pattern)} is not judged as safe: node scripts/house/patterns.ts`,
      ),
    ...[...safe]
      .filter((name) => !used.has(name))
      .map((name) => `scripts/house/safePatterns.json: ${name} is used nowhere`),
  ]
}

/** Undefined for a pattern whose time grows no faster than its text. */
export async function whyRisky({
  source,
  flags,
}: Pick<Pattern, 'source' | 'flags'>): Promise<string | undefined> {
  // Its other forms need Java or a program of its own for each system.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const judged = checkSync(source, flags, { timeout: 30_000 })
  if (judged.status === 'safe') return undefined
  if (judged.status === 'unknown') return 'recheck comes to no end with it: write it more simply'
  return `${judged.complexity.summary}, for example on ${judged.attack.pattern}`
}

if (import.meta.main) {
  const files = new Map(
    patternSources
      .flatMap((glob) => globSync(glob))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
  const found = [...files]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => readPatterns(file, text).all)
  const safe = knownSafe()
  const now = new Set<string>()
  let risky = 0
  for (const [pattern] of Map.groupBy(found, nameOf).values()) {
    if (!pattern) continue
    const why = safe.has(nameOf(pattern)) ? undefined : await whyRisky(pattern)
    if (why === undefined) now.add(nameOf(pattern))
    else {
      console.error(`${pattern.file}: ${nameOf(pattern)}: ${why}`)
      risky++
    }
  }
  writeFileSync(verdicts, `${JSON.stringify([...now].sort(), null, 2)}\n`)
  console.log(`${now.size} safe, ${risky} risky`)
  process.exit(risky > 0 ? 1 : 0)
}
