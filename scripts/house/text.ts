/** A parsed file and its strings. */
import { type Program, parseSync, type TemplateLiteral } from 'oxc-parser'

const programs = new Map<string, Program>()

/** Three checks read the same files, and parsing is most of their time. */
export function parse(file: string, text: string): Program {
  const key = `${file}\n${text}`
  const known = programs.get(key)
  if (known) return known
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  programs.set(key, program)
  return program
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
