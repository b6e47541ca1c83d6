/**
 * `npm run paypal:facts -- <folder> <commit>` reads PayPal's OpenAPI files and writes
 * packages/paypal/src/facts/facts.json. The folder is `openapi` of a checkout of
 * paypal/paypal-rest-api-specifications, the commit is the one that is checked out.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  ApiFacts,
  Content,
  Facts,
  OperationFacts,
  ParameterFacts,
  Schema,
} from '../../packages/paypal/src/facts/facts.ts'
import { schemaFacts } from './paypalSchema.ts'

const apis = [
  'checkout_orders_v2',
  'customer_disputes_v1',
  'invoicing_v2',
  'notifications_webhooks_v1',
  'payments_payment_v2',
  'reporting_transactions_v1',
]

interface Body {
  required?: boolean
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  operationId: string
  parameters?: object[]
  requestBody?: object
  responses: Record<string, object>
}
export interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** An operation's parameters, bodies and answers are written out; only schemas stay shared. */
export function apiFacts(document: Document): ApiFacts {
  const schemas: Record<string, Schema> = {}
  const take = (schema: Schema): Schema =>
    schemaFacts(schema, (name) => {
      if (name in schemas) return
      const found = document.components.schemas?.[name]
      if (!found) throw new Error(`no schema ${name}`)
      schemas[name] = {}
      schemas[name] = take(found as Schema)
    })
  const content = (body: Body): Content =>
    Object.fromEntries(
      Object.entries(body.content ?? {}).map(([media, { schema }]) => [
        media,
        schema ? take(schema) : {},
      ]),
    )
  const operations: Record<string, OperationFacts> = {}
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const body = operation.requestBody && resolve<Body>(document, operation.requestBody)
      operations[`${method.toUpperCase()} ${path}`] = {
        id: operation.operationId,
        parameters: (operation.parameters ?? []).map((one) => {
          const { name, in: place, required, schema } = resolve<ParameterFacts>(document, one)
          return { name, in: place, ...(required ? { required } : {}), schema: take(schema) }
        }),
        ...(body
          ? {
              body: {
                ...(body.required ? { required: true as const } : {}),
                content: content(body),
              },
            }
          : {}),
        answers: Object.fromEntries(
          Object.entries(operation.responses).map(([status, answer]) => [
            status,
            content(resolve<Body>(document, answer)),
          ]),
        ),
      }
    }
  return {
    version: document.info.version,
    operations: sorted(operations),
    schemas: sorted(schemas),
  }
}

function resolve<T>(document: Document, node: object): T {
  if (!('$ref' in node)) return node as T
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([^/]+)$/.exec(String(node.$ref)) ?? []
  const found = document.components[kind]?.[name]
  if (!found) throw new Error(`nothing at ${node.$ref}`)
  return found as T
}

const sorted = <T>(map: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))

/** One line per operation and schema, so that a difference between two versions can be read. */
export function factsText(facts: Facts): string {
  const lines = (map: Record<string, unknown>) =>
    Object.entries(map)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')
  const texts = Object.entries(facts.apis).map(
    ([name, { version, operations, schemas }]) =>
      `${JSON.stringify(name)}:{"version":${JSON.stringify(version)},"operations":{\n${lines(operations)}\n},"schemas":{\n${lines(schemas)}\n}}`,
  )
  return `{\n"about":${JSON.stringify(facts.about, null, 1)},\n"apis":{\n${texts.join(',\n')}\n}\n}\n`
}

if (import.meta.main) {
  const [folder, commit] = process.argv.slice(2)
  if (!folder || !/^[0-9a-f]{40}$/.test(commit ?? '')) {
    console.error('usage: npm run paypal:facts -- <folder of OpenAPI files> <their commit>')
    process.exit(1)
  }
  const read = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Document
  const text = factsText({
    about: {
      source: 'https://github.com/paypal/paypal-rest-api-specifications',
      commit: commit ?? '',
      licence: 'Apache-2.0 (https://www.apache.org/licenses/LICENSE-2.0)',
      copyright: 'Copyright 2023 PayPal',
      changes:
        'facts extracted by lab/paypal/paypalFacts.ts: without descriptions, titles, examples and summaries',
    },
    apis: Object.fromEntries(apis.map((name) => [name, apiFacts(read(name))])),
  })
  writeFileSync(new URL('../../packages/paypal/src/facts/facts.json', import.meta.url), text)
  console.log(`${text.split('\n').length} lines, ${Math.round(text.length / 1000)} kB`)
}
