/** Keeps production code readable at line width 100, where the formatter cannot break a line. */
import { isTest } from './floors.ts'

/** No line may have this many characters. */
export const tooLong = 150
/** Lines of this many characters may be at most `maxShare` of a part. */
export const long = 100
export const maxShare = 0.03

const part = /^(?:apps\/[^/]+|packages)(?=\/(?:[^/]+\/)?src\/)/
const isCounted = (file: string) =>
  part.test(file) && !isTest(file) && !file.endsWith('/lib/database.ts')
const lengthOf = (line: string) => [...line].length

/** Lines that are too long, and parts with too many long ones. `sources`: texts by file. */
export function tooWide(sources: Map<string, string>): string[] {
  const counted = [...sources]
    .filter(([file]) => isCounted(file))
    .map(([file, text]) => ({ file, lines: text.trimEnd().split('\n') }))
  const single = counted.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      lengthOf(line) < tooLong ? [] : [`${file}:${index + 1} has ${lengthOf(line)} characters`],
    ),
  )
  const parts = Map.groupBy(counted, ({ file }) => file.match(part)?.[0] ?? '')
  const shares = [...parts].flatMap(([name, files]) => {
    const lines = files.flatMap((one) => one.lines)
    const share = lines.filter((line) => lengthOf(line) >= long).length / lines.length
    return share > maxShare
      ? [`${name}: ${(100 * share).toFixed(1)} % of its lines have ${long} characters or more`]
      : []
  })
  return [...single, ...shares]
}
