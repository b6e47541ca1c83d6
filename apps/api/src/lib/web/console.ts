import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from '../answer.ts'

/**
 * The token lives in localStorage (spec §4), so an injected script is the threat: nothing but our
 * own files may run. antd writes its styles at run time, hence the one 'unsafe-inline'.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}
const ofDocuments = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Scripts and styles obey the page that loads them; repeating its rules with each of a hundred
 * files cost 60 kB of a first visit.
 */
export const setSecurityHeaders = ({ url }: FastifyRequest, reply: FastifyReply) =>
  reply.headers(url.startsWith('/assets/') ? everywhere : { ...everywhere, ...ofDocuments })

/**
 * Serves the built console from the root, and its one page for every path that is not a file or a
 * call (history routing, spec §2).
 */
export async function serveConsole(app: FastifyInstance, dir: string) {
  const built = existsSync(join(dir, 'index.html'))
  const guide = guidePages(dir)
  if (built) {
    await app.register(fastifyStatic, {
      root: dir,
      preCompressed: true,
      cacheControl: false,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && guide.has(path)) return reply.sendFile(`${path.slice(1)}.html`)
    if (built && isRead && isPage(path, request.headers.accept)) return reply.sendFile('index.html')
    return answerNotFound(request, reply)
  })
}

/**
 * Where programs look for metrics and health. A page that answers 200 there would be
 * taken for good news.
 */
const forPrograms =
  /^\/(?:metrics|health|healthz|healthcheck|live|livez|alive|ready|readyz|ping|status|version|info|stats|actuator|debug|server-status|-)(?:\/|$)/

/**
 * The console decides by itself what lies behind an address, so every address is a page that a
 * browser asks for as one.
 */
const isPage = (path: string, accept = '') =>
  path === '/' ||
  (accept.includes('text/html') && !/^\/api(?:\/|$)|\.\w+$/.test(path) && !forPrograms.test(path))

/**
 * The pages of the user guide. The build writes them as .html files, but their
 * addresses have no ending.
 */
const guidePages = (dir: string) =>
  new Set(globSync('guide/*/*.html', { cwd: dir }).map((file) => `/${file.replace(/\.html$/, '')}`))
