import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** What every page runs first, beside main.ts. */
const start = 'src/app/start.tsx'
/** What a person needs right after signing in. */
const console = ['src/app/Console.tsx', 'src/app/layout/Layout.tsx']

/**
 * Lists files in the page, which alone knows their names without being named by its content. Those
 * that every page needs are fetched beside main.ts; those of the console stand in a template, which
 * does nothing until app/early.ts takes them out of it.
 */
export function later(): Plugin {
  return {
    name: 'paydesk-later',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, chunk }) => {
        if (!bundle || !chunk) return []
        const first = filesOf(bundle, [start])
        const inPage = filesOf(bundle, [chunk.facadeModuleId ?? ''])
        const now = [...first].filter((file) => !inPage.has(file))
        const soon = [...filesOf(bundle, console)].filter(
          (file) => !inPage.has(file) && !first.has(file),
        )
        return [
          ...now.map((file) => ({ ...link(file), injectTo: 'head' as const })),
          {
            tag: 'template',
            attrs: { id: 'console' },
            children: soon.map((file) => link(file, 'low')),
            injectTo: 'body' as const,
          },
        ]
      },
    },
  }
}

function link(file: string, priority?: 'low') {
  const how = file.endsWith('.css')
    ? { rel: priority ? 'prefetch' : 'stylesheet' }
    : { rel: 'modulepreload', crossorigin: true }
  return {
    tag: 'link',
    attrs: { ...how, ...(priority && { fetchpriority: priority }), href: `/${file}` },
  }
}

/** The files of these modules' chunks, with all that they import before they can run. */
function filesOf(bundle: Bundle, modules: string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const files = new Set<string>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return
    for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(file)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (!chunk) throw new Error(`${module} has no chunk of its own`)
    add(chunk)
  }
  return files
}
