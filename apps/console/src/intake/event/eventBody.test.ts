import { expect, test } from 'vitest'
import en from '../../lib/texts/en-US/intake/event.ts'
import { knownEventTypes, prettyJson } from './eventBody.ts'

test('every kind of event that the filter offers has a word', () => {
  expect(knownEventTypes.filter((type) => !(`event.type.${type}` in en))).toEqual([])
})

test('a body that is no JSON is shown as it came', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(prettyJson('{"a":')).toBe('{"a":')
})
