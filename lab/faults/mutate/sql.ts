/**
 * Operators on the text of an sql`…` template. `${…}` is masked, so a place in the text is a place
 * in the file.
 */
import type { Change, Operator } from './mutant.ts'

/** Stands in for each character of a `${…}`. */
export const hole = '\0'

type Token = { text: string; start: number; end: number; depth: number }

const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\0+|\w+(?:\.\w+)*|<>|<=|>=|!=|::|->>|->|@>|<@|=>|\|\||[^\s\w]/g

function tokenize(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: text, index } of sql.matchAll(tokenPattern)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')') depth--
    tokens.push({ text: text.toLowerCase(), start: index, end: index + text.length, depth })
    if (text === '(') depth++
  }
  return tokens
}

/** Places are relative to `sql`. */
export function sqlChanges(sql: string): Change[] {
  const tokens = tokenize(sql)
  return [
    ...conditionChanges(sql, tokens),
    ...assignmentChanges(tokens),
    ...tokens.flatMap((_, i) => tokenChanges(sql, tokens, i)),
  ]
}

const swapped: Record<string, [Operator, string]> = {
  '<': ['sql boundary', '<='],
  '<=': ['sql boundary', '<'],
  '>': ['sql boundary', '>='],
  '>=': ['sql boundary', '>'],
  '+': ['sql arithmetic', '-'],
  '-': ['sql arithmetic', '+'],
  desc: ['sql order', 'asc'],
  asc: ['sql order', 'desc'],
}

const swappedFunctions: Record<string, string> = {
  min: 'max',
  max: 'min',
  greatest: 'least',
  least: 'greatest',
}

function tokenChanges(sql: string, tokens: Token[], at: number): Change[] {
  const token = tokens[at] as Token
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  const change = (operator: Operator, replacement: string, end = token.end): Change[] => [
    { start: token.start, end, operator, replacement },
  ]
  const calls = after?.text === '(' && after.start === token.end
  if (calls && swappedFunctions[token.text])
    return change('sql function', swappedFunctions[token.text] as string)
  if (calls && token.text === 'coalesce') return firstArgument(sql, tokens, at)
  if (token.text === 'distinct' && (before?.text === 'select' || before?.text === '('))
    return after?.text === 'on' ? [] : change('sql function', '')
  if (token.text === 'for') return lockChange(tokens, at)
  const swap = swapped[token.text]
  if (!swap) return []
  // A sign has nothing before it to add to.
  const isSign =
    swap[0] === 'sql arithmetic' && (!before || /^[(,=<>]$|^(select|then|else)$/.test(before.text))
  return isSign ? change('sql arithmetic', token.text === '-' ? '' : '-') : change(...swap)
}

/** `coalesce(a, b)` becomes `(a)`. */
function firstArgument(sql: string, tokens: Token[], at: number): Change[] {
  const open = tokens[at + 1] as Token
  const inside = tokens.slice(at + 2)
  const close = inside.find(({ text, depth }) => text === ')' && depth === open.depth)
  const comma = inside.find(({ text, depth }) => text === ',' && depth === open.depth + 1)
  if (!close || !comma || comma.start > close.start) return []
  return [
    {
      start: (tokens[at] as Token).start,
      end: close.end,
      operator: 'sql function',
      replacement: `(${sql.slice(open.end, comma.start)})`,
    },
  ]
}

const lockWords = new Set(['for', 'no', 'key', 'update', 'share', 'skip', 'locked', 'nowait'])

function lockChange(tokens: Token[], at: number): Change[] {
  let last = at
  while (lockWords.has(tokens[last + 1]?.text ?? '')) last++
  if (!tokens.slice(at, last + 1).some(({ text }) => text === 'update' || text === 'share'))
    return []
  if (tokens[last + 1]?.text === 'of') last += 2
  while (lockWords.has(tokens[last + 1]?.text ?? '')) last++
  return [
    {
      start: (tokens[at] as Token).start,
      end: (tokens[Math.min(last, tokens.length - 1)] as Token).end,
      operator: 'sql lock',
      replacement: '',
    },
  ]
}

const conditionStarts = new Set(['where', 'on', 'having', 'when'])
const conditionEnds = new Set(
  `then group order limit offset union intersect except returning for window having where when join
   left right inner cross full natural do set , ; from end else select`.split(/\s+/),
)

type Part = { from: number; to: number; connectors: string[] }

/** Every part of a condition is left out once: `true` between `and`s, `false` between `or`s. */
function conditionChanges(sql: string, tokens: Token[]): Change[] {
  return conditions(tokens).flatMap((parts) =>
    parts.flatMap(({ from, to, connectors }) => {
      const first = tokens[from]
      const last = tokens[to]
      if (!first || !last || to < from) return []
      const text = sql.slice(first.start, last.end)
      if (isOfCompany(text) || text === 'true') return []
      const isDisjunct = connectors.length > 0 && !connectors.includes('and')
      return [
        {
          start: first.start,
          end: last.end,
          operator: 'sql condition' as const,
          replacement: isDisjunct ? 'false' : 'true',
        },
      ]
    }),
  )
}

/**
 * Row-level security says the same again, so no test can notice that it is left out: see
 * apps/api/src/tenantCrossing.test.ts.
 */
const isOfCompany = (text: string) =>
  new RegExp(`^[\\w.]*company_id\\s*=\\s*(${hole}+|[\\w.]*company_id)$`, 'i').test(text)

function conditions(tokens: Token[]): Part[][] {
  const found: Part[][] = []
  for (const [i, { text, depth }] of tokens.entries()) {
    const starts =
      conditionStarts.has(text) && tokens[i + 1]?.text !== 'conflict' && !isDistinctOn(tokens, i)
    // A group in parentheses, or a fragment that begins with `and`.
    const isGroup = text === '(' || i === 0
    if (starts) found.push(partsFrom(tokens, i + 1, depth))
    else if (isGroup) {
      const parts =
        i === 0 && text !== '(' ? partsFrom(tokens, 0, 0) : partsFrom(tokens, i + 1, depth + 1)
      const isContinued = tokens[0]?.text === 'and' || tokens[0]?.text === 'or'
      if (parts.length > 1 || (i === 0 && isContinued)) found.push(parts)
    }
  }
  return found
}

const isDistinctOn = (tokens: Token[], at: number) =>
  tokens[at]?.text === 'on' && tokens[at - 1]?.text === 'distinct'

function partsFrom(tokens: Token[], from: number, depth: number): Part[] {
  const parts: Part[] = []
  let begin = from
  let connector: string | undefined
  let between = false
  const finish = (to: number, next: string | undefined) => {
    const connectors = [connector, next].filter((word) => word !== undefined)
    if (to >= begin) parts.push({ from: begin, to, connectors })
  }
  let i = from
  for (; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (token.depth < depth) break
    if (token.depth > depth) continue
    if (conditionEnds.has(token.text) && !isPartOfExpression(tokens, i)) break
    if (token.text === 'between') between = true
    else if (token.text === 'and' && between) between = false
    else if (token.text === 'and' || token.text === 'or') {
      finish(i - 1, token.text)
      connector = token.text
      begin = i + 1
    }
  }
  finish(i - 1, undefined)
  return parts
}

/** `is distinct from` names no table, and what a `case` says ends with it. */
const isPartOfExpression = (tokens: Token[], at: number) =>
  tokens[at]?.text === 'from' && tokens[at - 1]?.text === 'distinct'

/** Each assignment of a `set` with several is left out once. */
function assignmentChanges(tokens: Token[]): Change[] {
  return tokens.flatMap((token, at) => {
    if (token.text !== 'set' || tokens[at + 2]?.text !== '=') return []
    const rest = tokens.slice(at + 1)
    const stop = rest.findIndex(
      ({ text, depth }) =>
        depth < token.depth ||
        (depth === token.depth && ['from', 'where', 'returning', ';'].includes(text)),
    )
    const assigned = stop < 0 ? rest : rest.slice(0, stop)
    const commas = assigned.filter(({ text, depth }) => text === ',' && depth === token.depth)
    if (commas.length === 0) return []
    const last = assigned.at(-1) as Token
    const starts = [assigned[0]?.start ?? 0, ...commas.map(({ end }) => end)]
    const ends = [...commas.map(({ end }) => end), last.end]
    return starts.map((start, n): Change => {
      const isLast = n === starts.length - 1
      return {
        // The last one goes with the comma before it.
        start: isLast ? (commas.at(-1)?.start ?? start) : start,
        end: ends[n] ?? last.end,
        operator: 'sql assignment',
        replacement: ' ',
      }
    })
  })
}
