import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Texts by the path of their file, below one root. */
export type Files = Map<string, string>

/** Writes the files, and removes what else lies in a folder that is generated whole. */
export function writeFiles(root: string, files: Files, wholeFolder: string) {
  for (const path of tooMany(root, files, wholeFolder)) rmSync(join(root, path))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** What differs from the files: one sentence each. */
export function staleFiles(root: string, files: Files, wholeFolder: string): string[] {
  const differing = [...files].filter(([path, text]) => read(join(root, path)) !== text)
  return [
    ...differing.map(([path]) => `${path} is not what the migrations make`),
    ...tooMany(root, files, wholeFolder).map(
      (path) => `${path} is of no function that the migrations make`,
    ),
  ]
}

function tooMany(root: string, files: Files, folder: string): string[] {
  const known = new Set(
    [...files.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path)),
  )
  return list(join(root, folder)).flatMap((name) => (known.has(name) ? [] : [join(folder, name)]))
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
