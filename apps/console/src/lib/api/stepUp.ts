import { ApiError } from './apiError.ts'

/** The person cancelled: nothing happened and there is no error to show. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/**
 * What the person is asked for: the password, the second factor that they have, or to set one up.
 */
export type Proof = 'password' | 'factor' | 'enrol'

const proofs: Record<string, Proof> = {
  'session.notFresh': 'password',
  'session.factorNeeded': 'factor',
  'session.factorUnset': 'enrol',
}

type Asker = (proof: Proof) => Promise<boolean>
let ask: Asker | undefined
const asking = new Map<Proof, Promise<boolean>>()

/** Registers the dialogs that ask who is there (app/layout/identity/IdentityQuestion.tsx). */
export function bindIdentityQuestion(asker: Asker) {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/**
 * Some calls need proof from the last minutes of who is there. The person then gives it and the
 * action is repeated, so that pages know nothing of it. It is asked for again if it expired before
 * the action came, and in another way if the service wants another one.
 */
export async function withStepUp<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      const proof = proofWantedBy(error)
      if (!proof || !ask || signal?.aborted) throw error
      if (!(await askOnce(proof, ask))) throw new Cancelled()
    }
  }
}

const proofWantedBy = (error: unknown) =>
  error instanceof ApiError ? proofs[String(error.errorCode)] : undefined

/**
 * Calls that are refused at the same time share one question. Setting a factor up may need the
 * password: that question goes on top.
 */
function askOnce(proof: Proof, asker: Asker): Promise<boolean> {
  const open = asking.get(proof)
  if (open) return open
  const question = asker(proof).finally(() => asking.delete(proof))
  asking.set(proof, question)
  return question
}
