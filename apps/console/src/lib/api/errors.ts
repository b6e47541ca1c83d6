import { showType } from '@paydesk/contract/lib/envelope'
import { feedback } from '../feedback.ts'
import { t } from '../i18n.ts'
import { ApiError } from './apiError.ts'
import { session } from './session.ts'
import { Cancelled } from './stepUp.ts'

/**
 * The ways to show an error. They are a parameter so that the dispatch below can be tested
 * without a browser.
 */
export type ErrorOutlets = {
  warn: (text: string) => void
  error: (text: string) => void
  notify: (title: string, description: string) => void
  signInAgain: () => void
  text: (
    key: 'error.status' | 'error.noResponse' | 'error.other',
    values?: Record<string, number>,
  ) => string
}

/** Follows spec §8 line by line. No other code shows an error of a call. */
export function dispatchError(error: unknown, to: ErrorOutlets) {
  if (error instanceof Cancelled) return
  const problem = error instanceof ApiError ? error.problem : { kind: 'other' as const }
  if (problem.kind === 'status')
    return to.error(to.text('error.status', { status: problem.status }))
  if (problem.kind === 'noResponse') return to.error(to.text('error.noResponse'))
  if (problem.kind === 'other') return to.error(to.text('error.other'))

  const { errorCode, errorMessage, showType: how } = problem.failure
  if (errorCode === 401) return to.signInAgain()
  if (how === showType.silent || how === showType.redirect) return
  if (how === showType.warn) return to.warn(errorMessage)
  if (how === showType.notification) return to.notify(errorCode, errorMessage)
  to.error(errorMessage)
}

export const showError = (error: unknown) => dispatchError(error, browserOutlets)

/**
 * The words of an error, for a dialog or form that shows them itself: a message that leaves after
 * three seconds is no answer to a person who still has the question open. Undefined: there is
 * nothing to say there.
 */
export function errorWords(
  error: unknown,
  to: Omit<ErrorOutlets, 'warn' | 'error'> = browserOutlets,
): string | undefined {
  let words: string | undefined
  const keep = (text: string) => {
    words = text
  }
  dispatchError(error, { ...to, warn: keep, error: keep })
  return words
}

const browserOutlets: ErrorOutlets = {
  warn: (text) => void feedback.message().warning(text),
  // Under its own words as key: who is cut off for a minute is told once, and not once for each
  // thing that the page asked for meanwhile.
  error: (text) => void feedback.message().open({ key: text, type: 'error', content: text }),
  notify: (title, description) => feedback.notification().error({ title, description }),
  // Without a token RequireUser leads to /user/login?redirect=…; no other code does that.
  signInAgain: session.remove,
  text: t,
}
