import { readFileSync } from 'node:fs'

export type Block = { where: string; commands: string }

/**
 * The commands of one section of a document, in order: its blocks that are marked `sh`. A word
 * behind the mark says where or when they are run.
 */
export function blocksOf(file: string, heading: string): Block[] {
  const text = readFileSync(file, 'utf8')
  const begin = text.indexOf(`\n## ${heading}\n`)
  if (begin < 0) throw new Error(`${file} has no section "${heading}"`)
  const rest = text.slice(begin + 1)
  const end = rest.indexOf('\n## ', 1)
  const section = end < 0 ? rest : rest.slice(0, end)
  const blocks = [...section.matchAll(/^```sh ?(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, where = '', commands = '']) => ({ where, commands }),
  )
  if (blocks.length === 0) throw new Error(`The section "${heading}" of ${file} has no commands`)
  return blocks
}
