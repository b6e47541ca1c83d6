import type { Failure } from '@paydesk/contract/lib/envelope'
import { expect, test, vi } from 'vitest'
import { ApiError, type Problem } from './apiError.ts'
import { dispatchError, type ErrorOutlets } from './errors.ts'
import { Cancelled } from './stepUp.ts'

// The dispatch is pure, but the module imports code that reads local storage on import.
vi.mock('../i18n.ts', () => ({ t: String }))
vi.mock('./session.ts', () => ({ session: {} }))

function shown(error: unknown) {
  const calls: unknown[] = []
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values])
  const outlets: ErrorOutlets = {
    warn: note('warn'),
    error: note('error'),
    notify: note('notify'),
    signInAgain: note('signInAgain'),
    text: (key, values) => `${key}${values ? JSON.stringify(values) : ''}`,
  }
  dispatchError(error, outlets)
  return calls
}

const business = (errorCode: Failure['errorCode'], how: number) => {
  const failure = {
    success: false,
    data: null,
    errorCode,
    errorMessage: 'why',
    showType: how,
  } as Failure
  return new ApiError({ kind: 'business', failure, status: 422 })
}

test('what the person broke off themselves is no error', () => {
  expect(shown(new Cancelled())).toEqual([])
})

test.each([0, 1, 2, 3, 9])(
  'errorCode 401 asks to sign in again, whatever the showType (%i)',
  (how) => {
    expect(shown(business(401, how))).toEqual([['signInAgain']])
  },
)

test.each([
  ['silent shows nothing', 0, []],
  ['warn shows a warning', 1, [['warn', 'why']]],
  ['error shows an error', 2, [['error', 'why']]],
  ['notification has the code as title', 3, [['notify', 'bill.notSendable', 'why']]],
  ['redirect does nothing', 9, []],
  ['any other value shows an error', 7, [['error', 'why']]],
])('%s', (_, how, expected) => {
  expect(shown(business('bill.notSendable', how))).toEqual(expected)
})

test.each<[string, Problem, string]>([
  ['an HTTP error names its status', { kind: 'status', status: 502 }, 'error.status{"status":502}'],
  ['no response', { kind: 'noResponse' }, 'error.noResponse'],
  ['anything else of a call', { kind: 'other' }, 'error.other'],
])('%s', (_, problem, text) => {
  expect(shown(new ApiError(problem))).toEqual([['error', text]])
})

test('an error that is not from a call at all', () => {
  expect(shown(new TypeError('bug'))).toEqual([['error', 'error.other']])
})
