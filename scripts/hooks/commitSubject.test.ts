import { expect, test } from 'vitest'
import { subjectFault } from './commitSubject.ts'

test.each([
  ['a short one', 'Send a bill once'],
  ['72 characters', 'x'.repeat(72)],
  ['72 characters of several bytes each', '收'.repeat(72)],
  ['a long body', `Send a bill once\n\n${'x'.repeat(200)}`],
  ['what git says itself', `Send a bill once\n# ${'x'.repeat(100)}`],
  [
    'a diff that is shown',
    `Send a bill once\n\n# ------------------------ >8 ------------------------\n${'x'.repeat(100)}`,
  ],
  ['empty lines first', `\n\nSend a bill once\n`],
  ['a merge', `Merge branch ${'x'.repeat(80)}`],
  ['a revert', `Revert "${'x'.repeat(72)}"`],
  ['nothing, which git refuses by itself', '\n# Please enter a message\n'],
])('%s is taken', (_, message) => expect(subjectFault(message)).toBe(undefined))

test.each([
  ['73 characters', 'x'.repeat(73), /73 characters, at most 72/],
  ['empty lines before a long one', `\n${'x'.repeat(80)}\n`, /80 characters/],
  ['a body that follows at once', 'Send a bill once\nbecause of this', /line empty/],
])('%s is refused', (_, message, why) => expect(subjectFault(message)).toMatch(why))
