import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './apiError.ts'
import { bindIdentityQuestion, Cancelled, type Proof, withStepUp } from './stepUp.ts'

const refusal = (errorCode: string) =>
  new ApiError({
    kind: 'business',
    status: 403,
    failure: {
      success: false,
      data: null,
      errorCode: errorCode as never,
      errorMessage: '',
      showType: 0,
    },
  })

/** A service that wants these proofs, one after the other, before it acts. */
function service(...wanted: [code: string, proof: Proof][]) {
  const shown: Proof[] = []
  const action = vi.fn(async () => {
    const missing = wanted.find(([, proof]) => !shown.includes(proof))
    if (missing) throw refusal(missing[0])
    return 'done'
  })
  return { shown, action }
}

let unbind = () => {}
afterEach(() => unbind())
const answer = (asker: (proof: Proof) => Promise<boolean>) => {
  const asked = vi.fn(asker)
  unbind = bindIdentityQuestion(asked)
  return asked
}

test.each([
  ['session.notFresh', 'password'],
  ['session.factorNeeded', 'factor'],
  ['session.factorUnset', 'enrol'],
] as const)('%s asks for %s, and then the action is repeated', async (code, proof) => {
  const { shown, action } = service([code, proof])
  const asked = answer(async (one) => {
    shown.push(one)
    return true
  })
  expect(await withStepUp(action)).toBe('done')
  expect(asked.mock.calls).toEqual([[proof]])
  expect(action).toHaveBeenCalledTimes(2)
})

test('whoever has given one proof and is asked for another gives that too', async () => {
  const { shown, action } = service(
    ['session.notFresh', 'password'],
    ['session.factorUnset', 'enrol'],
  )
  const asked = answer(async (one) => {
    shown.push(one)
    return true
  })
  expect(await withStepUp(action)).toBe('done')
  expect(asked.mock.calls).toEqual([['password'], ['enrol']])
})

test('an action that the person breaks off is cancelled, and not tried again', async () => {
  const { action } = service(['session.factorNeeded', 'factor'])
  answer(async () => false)
  await expect(withStepUp(action)).rejects.toBeInstanceOf(Cancelled)
  expect(action).toHaveBeenCalledTimes(1)
})

test('calls that are refused at the same time share one question; the next one is asked anew', async () => {
  const { shown, action } = service(['session.factorNeeded', 'factor'])
  const asked = answer(async (one) => {
    await Promise.resolve()
    shown.push(one)
    return true
  })
  expect(await Promise.all([withStepUp(action), withStepUp(action), withStepUp(action)])).toEqual([
    'done',
    'done',
    'done',
  ])
  expect(asked).toHaveBeenCalledTimes(1)
  shown.length = 0
  expect(await withStepUp(action)).toBe('done')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a question within a question: setting a factor up asks for the password first', async () => {
  const { shown, action } = service(['session.factorUnset', 'enrol'])
  const setUp = service(['session.notFresh', 'password'])
  const asked = answer(async (one) => {
    if (one === 'password') setUp.shown.push(one)
    else {
      await withStepUp(setUp.action)
      shown.push(one)
    }
    return true
  })
  expect(await withStepUp(action)).toBe('done')
  expect(asked.mock.calls).toEqual([['enrol'], ['password']])
})

test('other errors, and calls that were given up, are thrown unchanged and ask nothing', async () => {
  const asked = answer(async () => true)
  await expect(withStepUp(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  await expect(withStepUp(() => Promise.reject(refusal('forbidden')))).rejects.toMatchObject({
    errorCode: 'forbidden',
  })
  const given = AbortSignal.abort()
  await expect(
    withStepUp(() => Promise.reject(refusal('session.factorNeeded')), given),
  ).rejects.toBeInstanceOf(ApiError)
  expect(asked).not.toHaveBeenCalled()
})

test('where nobody can be asked the refusal stays a refusal', async () => {
  await expect(
    withStepUp(() => Promise.reject(refusal('session.factorNeeded'))),
  ).rejects.toMatchObject({
    errorCode: 'session.factorNeeded',
  })
})
