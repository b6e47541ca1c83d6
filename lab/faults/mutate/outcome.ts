import type { Reply } from './protocol.ts'

/**
 * noticed: a test failed. endless: the time limit ended the tests, which counts as noticed for
 * operators' mutants and fails the run for the list. survived: all passed. invalid: what failed was
 * no test, so nothing is shown.
 */
export type Outcome = { outcome: 'noticed' | 'endless' | 'survived' | 'invalid'; by: string }

/** The mutant does not run, or PostgreSQL cannot parse it: not a fault that tests must notice. */
const notRun = /ReferenceError|Cannot find (module|package)|did not start|syntax error at or near/
const notLoaded = /SyntaxError|Transform failed|PARSE_ERROR|Failed to (parse|resolve|load)/

export function outcomeOf(reply: Reply | undefined): Outcome {
  if (!reply) return { outcome: 'endless', by: 'the time limit' }
  if (reply.error) return { outcome: 'invalid', by: firstLine(reply.error) }
  const failed = reply.files.find(({ state }) => state === 'failed' || state === 'broken')
  if (failed) {
    // A test may fail with a SyntaxError of its own: an answer that is not JSON.
    const isInvalid =
      notRun.test(failed.message) || (failed.state === 'broken' && notLoaded.test(failed.message))
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
