import { extname } from 'node:path'
import type { Plugin } from 'vite'
import { guideFiles } from './guidePages.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}

/**
 * The user guide under /guide/. The build writes it to files; the development server makes it anew
 * for each request.
 */
export function guide(): Plugin {
  return {
    name: 'paydesk-guide',
    generateBundle() {
      for (const [path, source] of guideFiles())
        this.emitFile({ type: 'asset', fileName: `guide/${path}`, source })
    },
    configureServer(server) {
      server.middlewares.use('/guide/', (request, response, next) => {
        const [path = ''] = (request.url ?? '').slice(1).split(/[?#]/)
        const file = extname(path) ? path : `${path}.html`
        const content = guideFiles().get(file)
        if (content === undefined) return next()
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
        response.end(content)
      })
    },
  }
}
