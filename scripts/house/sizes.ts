/** How large a file and a folder may grow before two things live there. */
export const maxLines = 500
export const maxFiles = 30

/** Neither generated nor texts: those may be as long as they need. */
export const isHandWritten = (file: string) => !/\/texts\/|\/lib\/database\.ts$/.test(file)

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))

/**
 * Files that are too long and folders that are too full. `files`: production files with how
 * many lines each has.
 */
export function outgrown(files: Map<string, number>): string[] {
  const long = [...files].filter(([file, lines]) => lines > maxLines && isHandWritten(file))
  const folders = Map.groupBy(files.keys(), folderOf)
  return [
    ...long.map(([file, lines]) => `${file} has ${lines} lines, more than ${maxLines}`),
    ...[...folders]
      .filter(([, inside]) => inside.length > maxFiles)
      .map(
        ([folder, inside]) =>
          `${folder} holds ${inside.length} files, more than ${maxFiles}: give it rooms`,
      ),
  ]
}

export type Spread = { median: number; p95: number; max: number }

/**
 * Lines per hand-written file: the one in the middle, the one that 95 of 100 stay below,
 * and the longest.
 */
export function spread(files: Map<string, number>): Spread {
  const sorted = [...files]
    .filter(([file]) => isHandWritten(file))
    .map(([, lines]) => lines)
    .toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95), max: at(1) }
}
