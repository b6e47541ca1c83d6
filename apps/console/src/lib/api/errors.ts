import { showType } from '@paydesk/contract/lib/envelope'
import { feedback } from '../feedback.ts'
import { t } from '../i18n.ts'
import { ApiError } from './apiError.ts'
import { session } from './session.ts'

/** What showing an error may do; a parameter so that the dispatch below is tested without a browser. */
export type ErrorOutlets = {
  warn: (text: string) => void
  error: (text: string) => void
  notify: (title: string, description: string) => void
  signInAgain: () => void
  text: (key: 'error.status' | 'error.noResponse' | 'error.other', values?: Record<string, number>) => string
}

/** Spec §8, line by line. The one place that shows an error of a call. */
export function dispatchError(error: unknown, to: ErrorOutlets) {
  const problem = error instanceof ApiError ? error.problem : { kind: 'other' as const }
  if (problem.kind === 'status') return to.error(to.text('error.status', { status: problem.status }))
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

const browserOutlets: ErrorOutlets = {
  warn: (text) => void feedback.message().warning(text),
  error: (text) => void feedback.message().error(text),
  notify: (title, description) => feedback.notification().error({ title, description }),
  // Without a token RequireUser leads to /user/login?redirect=…; it is the only place that does.
  signInAgain: session.remove,
  text: t,
}
