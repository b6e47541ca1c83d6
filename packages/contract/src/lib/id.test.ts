import { expect, expectTypeOf, test } from 'vitest'
import type { ChangeOf } from './change.ts'
import { type Id, idOf } from './id.ts'

test('an id passes for its own record only, and a plain string for any', () => {
  expectTypeOf<string>().toExtend<Id<'bill'>>()
  expectTypeOf<Id<'bill'>>().toExtend<string>()
  expectTypeOf<Id<'bill'>>().not.toExtend<Id<'refund'>>()
})

test('a refund cannot be announced with a bill’s id', () => {
  expectTypeOf<{ entity: 'refund'; id: Id<'refund'> }>().toExtend<ChangeOf>()
  expectTypeOf<{ entity: 'refund'; id: Id<'bill'> }>().not.toExtend<ChangeOf>()
  expectTypeOf<{ entity: 'notice'; id: Id<'user'> }>().toExtend<ChangeOf>()
})

test('at run time an id is a UUID', () => {
  expect(idOf('bill').safeParse('0198c0de-0000-7000-8000-000000000000').success).toBe(true)
  expect(idOf('bill').safeParse('7').success).toBe(false)
})
