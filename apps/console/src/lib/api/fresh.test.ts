import { expect, test } from 'vitest'
import { ApiError } from './apiError.ts'
import { bindIdentityQuestion, Cancelled, withFresh } from './fresh.ts'

const notFresh = () =>
  new ApiError({
    kind: 'business',
    status: 403,
    failure: { success: false, data: null, errorCode: 'session.notFresh', errorMessage: '', showType: 0 },
  })

test('the action is repeated after the person has shown who they are', async () => {
  let fresh = false
  const unbind = bindIdentityQuestion(async () => {
    fresh = true
    return true
  })
  const action = async () => {
    if (!fresh) throw notFresh()
    return 'done'
  }
  expect(await withFresh(action)).toBe('done')
  unbind()
})

test('an action that the person breaks off is cancelled, which is no error to show', async () => {
  const unbind = bindIdentityQuestion(async () => false)
  await expect(withFresh(() => Promise.reject(notFresh()))).rejects.toBeInstanceOf(Cancelled)
  unbind()
})

test('other errors are thrown unchanged', async () => {
  await expect(withFresh(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
})
