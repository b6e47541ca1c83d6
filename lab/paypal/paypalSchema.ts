/** Turns a schema of PayPal's OpenAPI files into JSON Schema without prose. */
import type { Schema } from '../../packages/paypal/src/facts/facts.ts'

const kept = new Set([
  ...['type', 'format', 'pattern', 'enum', 'required', 'readOnly'],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'uniqueItems',
    'additionalProperties',
  ],
])
const bounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'])
const dropped = new Set([
  ...['title', 'description', 'example', 'default', 'deprecated'],
  ...['x-enumDescriptions', 'x-security-classification', 'x-enum-skip-validation'],
])

/**
 * Calls `meet` with the name of every schema that is referred to. A keyword in neither list is an
 * error, so that none is lost.
 */
export function schemaFacts(schema: Schema, meet: (name: string) => void): Schema {
  const facts: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') facts.$ref = nameOf(String(value), meet)
    else if (keyword === 'properties')
      facts.properties = propertyFacts(value as Record<string, Schema>, meet)
    else if (keyword === 'items') facts.items = schemaFacts(value as Schema, meet)
    else if (keyword === 'allOf' || keyword === 'oneOf')
      facts[keyword] = (value as Schema[]).map((one) => schemaFacts(one, meet))
    else if (keyword === 'anyOf')
      facts.anyOf = joinIssues((value as Schema[]).map((one) => schemaFacts(one, meet)))
    else if (kept.has(keyword)) facts[keyword] = plain(keyword, value)
    else if (!dropped.has(keyword))
      throw new Error(`unknown keyword ${keyword} in ${JSON.stringify(schema).slice(0, 200)}`)
  }
  return facts
}

function nameOf(reference: string, meet: (name: string) => void): string {
  const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(reference)?.[1]
  if (!name) throw new Error(`not a schema of the same file: ${reference}`)
  meet(name)
  return name
}

function propertyFacts(
  properties: Record<string, Schema>,
  meet: (name: string) => void,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const facts = schemaFacts(schema, meet)
      // PayPal lists the sentences that explain an issue. They are prose, they change, and programs
      // must not read them.
      if (name === 'description') delete facts.enum
      return [name, facts]
    }),
  )
}

/**
 * Mends values for JavaScript: PayPal writes a few bounds as text, and Java's inline flag has a
 * scoped form in JavaScript.
 */
function plain(keyword: string, value: unknown): unknown {
  if (bounds.has(keyword)) return Number(value)
  if (keyword === 'pattern' && String(value).startsWith('(?i)'))
    return `(?i:${String(value).slice(4)})`
  return value
}

/**
 * Joins alternatives that differ only in the values of `issue` into one alternative with
 * all these values.
 */
function joinIssues(alternatives: Schema[]): Schema[] {
  const joined = new Map<string, Schema>()
  for (const one of alternatives) {
    const properties = one.properties as Record<string, Schema> | undefined
    const issues = properties?.issue?.enum as string[] | undefined
    const key = JSON.stringify(
      issues
        ? { ...one, properties: { ...properties, issue: { ...properties?.issue, enum: [] } } }
        : one,
    )
    const same =
      issues &&
      (joined.get(key)?.properties as Record<string, Schema & { enum: string[] }> | undefined)
        ?.issue
    if (same) same.enum = [...new Set([...same.enum, ...issues])]
    else joined.set(key, one)
  }
  return [...joined.values()]
}
