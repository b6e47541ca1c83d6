/** Finds the tables that a file writes, in its SQL and in its Kysely calls. */
import { Visitor } from 'oxc-parser'
import { hole, type Node, parse, textOf } from './text.ts'

/**
 * `table` is undefined where the text does not say which table it is: nobody could tell whose it
 * is.
 */
export type Write = { table: string | undefined; file: string; line: number }

const name = String.raw`(?:"?\w+"?\s*\.\s*)?"?\w+"?`
/**
 * `update` also stands in `for update of`, `do update set` and in plain sentences: a table is never
 * called one of these words.
 */
const notTables = 'set|of|skip|nowait|or|on|as|and|the|a|an|it|in|is|to|for|by'
const locking = String.raw`(?<!\b(?:for|do|key)\s+)`
const sqlWrites = [
  String.raw`\b(?:insert|merge)\s+into(?:\s+only\b)?\s*(?<table>${name})?`,
  String.raw`\bdelete\s+from(?:\s+only\b)?\s*(?<table>${name})?`,
  String.raw`\btruncate\s+(?:table\s+)?(?:only\s+)?(?<table>${name}(?:\s*,\s*${name})*|${hole}+)`,
  String.raw`\bcopy\s+(?<table>${name}|${hole}+)\s*(?:\([^)]*\)\s*)?from\b`,
  String.raw`${locking}\bupdate\s+(?:only\s+)?(?<table>(?!(?:${notTables})\b)${name}|${hole}+|$)`,
].map((pattern) => new RegExp(pattern, 'gi'))

const kyselyWrites = new Set([
  'insertInto',
  'replaceInto',
  'mergeInto',
  'updateTable',
  'deleteFrom',
])

/**
 * PostgreSQL reads a name in quotes as it is, others in lower case; our own schema need not be
 * named.
 */
function plainName(written: string): string {
  const parts = written.split('.').map((part) => part.trim())
  const names = parts.map((part) => (part.startsWith('"') ? part.slice(1, -1) : part.toLowerCase()))
  return (names[0] === 'public' ? names.slice(1) : names).join('.')
}

const snake = (camel: string) => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Found = { index: number; table: string | undefined }

const tablesInSql = (text: string): Found[] =>
  sqlWrites.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, groups }): Found[] => {
      const written = groups?.table?.replaceAll(hole, '') ?? ''
      return written
        .split(',')
        .map((one) => ({ index, table: one === '' ? undefined : plainName(one) }))
    }),
  )

/** Only strings and calls are read, so comments and variables that sound like SQL are no writes. */
export function readWrites(file: string, text: string): Write[] {
  const writes: Write[] = []
  const add = (at: number, table: string | undefined) =>
    writes.push({ table, file, line: text.slice(0, at).split('\n').length })
  const readSql = (node: Node) => {
    for (const { index, table } of tablesInSql(textOf(node) ?? ''))
      add(node.start + 1 + index, table)
  }
  new Visitor({
    Literal: readSql,
    TemplateLiteral: readSql,
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression') return
      const called =
        callee.property.type === 'Identifier' ? callee.property.name : textOf(callee.property)
      if (!kyselyWrites.has(called ?? '')) return
      const [, table] = /^(\w+)(?: as \w+)?$/.exec(textOf(first) ?? '') ?? []
      add(callee.property.start, table && snake(table))
    },
  }).visit(parse(file, text))
  return writes
}
