import { ApiError } from './apiError.ts'

/** The person cancelled: nothing happened and there is no error to show. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

let ask: (() => Promise<boolean>) | undefined

/** Registers the dialog that asks who is there (app/layout/IdentityQuestion.tsx). */
export function bindIdentityQuestion(asker: () => Promise<boolean>) {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/**
 * Some changes need a sign-in within the last five minutes (`session.notFresh`). The person then shows that it is still them, and the
 * action is repeated. Someone who finds an open session cannot take the account over.
 */
export async function withFresh<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorCode !== 'session.notFresh' || !ask) throw error
    if (!(await ask())) throw new Cancelled()
    return action()
  }
}
