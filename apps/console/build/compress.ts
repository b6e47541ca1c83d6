import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const textTypes = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
const smallestWorthIt = 1024
/**
 * The service worker's script. The browser compares it byte by byte on every visit, so it is served
 * as this one file, which can be replaced by hand.
 */
const uncompressed = 'sw.js'

/**
 * Writes `.br` and `.gz` beside every text file over 1 kB, so that the server only picks one and
 * never compresses.
 */
export function compress(): Plugin {
  let outDir = ''
  return {
    name: 'paydesk-compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    // Runs after the PWA plugin, which writes sw.js in the same hook.
    closeBundle: { order: 'post', sequential: true, handler: () => compressAll(outDir) },
  }
}

async function compressAll(dir: string) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      entry.name !== uncompressed &&
      textTypes.has(extname(entry.name)) &&
      !entry.parentPath.endsWith('.vite'),
  )
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(path: string) {
  const content = await readFile(path)
  if (content.length < smallestWorthIt) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
