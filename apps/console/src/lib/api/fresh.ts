import { ApiError } from './apiError.ts'

/** The person broke it off: nothing happened and nothing is to be shown. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

let ask: (() => Promise<boolean>) | undefined

/** Of the dialog that asks who is there (app/layout/IdentityQuestion.tsx). */
export function bindIdentityQuestion(asker: () => Promise<boolean>) {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/**
 * Some changes need a sign-in of the last five minutes (`session.notFresh`): the person shows that it is still them, and
 * then it is done after all. Whoever finds a session open cannot take the account over.
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
