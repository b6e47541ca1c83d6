import type { Reply } from './protocol.ts'

/**
 * noticed: a test failed. endless: the tests did not end, which whoever runs them notices.
 * survived: all passed. invalid: what failed was no test, so nothing is shown.
 */
export type Outcome = { outcome: 'noticed' | 'endless' | 'survived' | 'invalid'; by: string }

/**
 * The mutated file does not load, or PostgreSQL cannot parse the statement: not a fault that tests
 * must notice.
 */
const notLoaded =
  /SyntaxError|ReferenceError|Transform failed|PARSE_ERROR|Failed to (parse|resolve|load)|Cannot find (module|package)|did not start|syntax error at or near/

export function outcomeOf(reply: Reply | undefined): Outcome {
  if (!reply) return { outcome: 'endless', by: 'the time limit' }
  if (reply.error) return { outcome: 'invalid', by: firstLine(reply.error) }
  const failed = reply.files.find(({ state }) => state === 'failed' || state === 'broken')
  if (failed) {
    const isInvalid = notLoaded.test(failed.message)
    const cause = firstLine(failed.message)
    if (isInvalid) return { outcome: 'invalid', by: cause }
    return {
      outcome: 'noticed',
      by: failed.state === 'broken' ? `${failed.by}: ${cause}` : failed.by,
    }
  }
  if (!reply.files.some(({ state }) => state === 'passed'))
    return { outcome: 'invalid', by: 'no test ran' }
  return { outcome: 'survived', by: '' }
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''
