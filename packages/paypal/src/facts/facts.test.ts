import { expect, test } from 'vitest'
import { operations } from '../operation.ts'
import { readFacts, type Schema } from './facts.ts'

const { about, apis } = readFacts()
const prose = ['title', 'description', 'summary', 'example', 'examples', 'x-enumDescriptions']

/**
 * Yields a schema and every schema inside it. Property names are not keywords, so they are
 * not read as such.
 */
function* nested(schema: Schema): Generator<Schema> {
  yield schema
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties')
      for (const one of Object.values(value as Record<string, Schema>)) yield* nested(one)
    if (keyword === 'items') yield* nested(value as Schema)
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword))
      for (const one of value as Schema[]) yield* nested(one)
  }
}

test('the file says where it comes from', () => {
  expect(about.source).toContain('paypal/paypal-rest-api-specifications')
  expect(about.commit).toMatch(/^[0-9a-f]{40}$/)
  expect(about.licence).toContain('Apache-2.0')
  expect(about.copyright).toBe('Copyright 2023 PayPal')
})

test('the file holds every operation of the six APIs', () => {
  const counts = Object.fromEntries(
    Object.entries(apis).map(([name, api]) => [name, Object.keys(api.operations).length]),
  )
  expect(counts).toEqual({
    checkout_orders_v2: 9,
    customer_disputes_v1: 15,
    invoicing_v2: 22,
    notifications_webhooks_v1: 16,
    payments_payment_v2: 7,
    reporting_transactions_v1: 2,
  })
})

test('every operation of the client is published', () => {
  const published = new Set(Object.values(apis).flatMap((api) => Object.keys(api.operations)))
  expect(
    Object.values(operations).filter(({ method, path }) => !published.has(`${method} ${path}`)),
  ).toEqual([])
})

test.each(Object.entries(apis))(
  '%s: every reference leads to a schema, and there is no prose',
  (_, { operations, schemas }) => {
    const roots = Object.values(operations).flatMap(({ parameters, body, answers }) => [
      ...parameters.map(({ schema }) => schema),
      ...[body?.content ?? {}, ...Object.values(answers)].flatMap((content) =>
        Object.values(content),
      ),
    ])
    const all = [...roots, ...Object.values(schemas)].flatMap((schema) => [...nested(schema)])
    const referred = new Set(all.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
    expect([...referred].sort()).toEqual(Object.keys(schemas).sort())
    expect(all.filter((schema) => prose.some((keyword) => keyword in schema))).toEqual([])
  },
)
