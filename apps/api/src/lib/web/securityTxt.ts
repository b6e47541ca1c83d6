import type { FastifyInstance } from 'fastify'
import { answerNotFound } from '../answer.ts'
import type { Config } from '../config.ts'

/**
 * RFC 9116 wants a date within a year. The text is made anew with each request, so an installation
 * that runs is never out of date.
 */
const validDays = 180

/** Where to report a weakness of this installation. */
export function publishSecurityTxt(app: FastifyInstance, config: Config) {
  const { securityContact, securityPolicy, publicUrl } = config
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (request, reply) => {
    if (!securityContact) return answerNotFound(request, reply)
    const expires = new Date(Date.now() + validDays * 86_400_000)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      ...(securityPolicy ? [`Policy: ${securityPolicy}`] : []),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
