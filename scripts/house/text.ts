/** A parsed file and its strings. */
import { type ParseResult, type Program, parseSync, type TemplateLiteral } from 'oxc-parser'

const results = new Map<string, ParseResult>()

/**
 * Three checks read the same files. The parser makes the syntax tree when `program` is first read,
 * which is most of the time.
 */
function parseOnce(file: string, text: string): ParseResult {
  const key = `${file}\n${text}`
  const known = results.get(key)
  if (known) return known
  const result = parseSync(file, text)
  if (result.errors.length > 0) throw new Error(`${file}: ${result.errors[0]?.message}`)
  results.set(key, result)
  return result
}

export const parse = (file: string, text: string): Program => parseOnce(file, text).program

/**
 * What the file's `import` and `export … from` statements name, without the syntax tree. An empty
 * `export {} from` is not among it.
 */
export function statementsOf(file: string, text: string): string[] {
  const { staticImports, staticExports } = parseOnce(file, text).module
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...new Set(exported)]
}

export type Node = { type: string; start: number }

/** Stands in for each character of a `${…}`, so that a place in the text is a place in the file. */
export const hole = '\0'

/** The text of a string in quotes or backticks; undefined for everything else. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral')
    return (node as TemplateLiteral).quasis
      .map(
        ({ value, end }, index, all) =>
          value.raw + hole.repeat(Math.max(0, (all[index + 1]?.start ?? end - 3) - end + 3)),
      )
      .join('')
  const value = node?.type === 'Literal' && 'value' in node ? node.value : undefined
  return typeof value === 'string' ? value : undefined
}
