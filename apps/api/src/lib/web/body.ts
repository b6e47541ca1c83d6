import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

/**
 * The deepest call takes a dozen levels. What compares, hashes or stores a body goes into it level
 * by level, and a stack ends.
 */
const maxDepth = 64

/**
 * Reads JSON as Fastify does (`__proto__` and `constructor` are refused), after a look
 * at how deep it is.
 */
export function readJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (isDeep(text)) done(refuse('request.malformed'))
      // The parser reports to `done`.
      else void parse(request, text, done)
    },
  )
}

function isDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '[' || sign === '{') {
      depth++
      if (depth > maxDepth) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}
