import {
  type ApiFacts,
  type OperationFacts,
  type ParameterFacts,
  readFacts,
  type Schema,
} from '@paydesk/paypal/facts/facts'
import { Ajv, type ErrorObject } from 'ajv'
import { amend } from './deviations.ts'
import { eventResources, simulatedResource } from './eventResources.ts'

import { reportNames, Shape } from './names.ts'

export interface SpecOperation extends OperationFacts {
  api: string
  method: string
  path: string
  segments: string[]
}

type Report = (what: string) => void
/**
 * Holds a value against a schema: types, enums, patterns, lengths, and that no property has a
 * name of its own.
 */
export type Check = (value: unknown, report: Report) => void

/**
 * PayPal's published specifications: finds the operation that a request calls, and checks its
 * bodies and answers.
 */
export class Specification {
  readonly operations: SpecOperation[] = []
  readonly #apis: Record<string, ApiFacts>
  readonly #ajv = new Ajv({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    unicodeRegExp: false,
    logger: false,
  })
  readonly #checks = new Map<Schema, Check>()
  readonly #bySize = new Map<string, SpecOperation[]>()

  constructor() {
    this.#apis = amend(structuredClone(readFacts().apis))
    for (const [api, { operations, schemas }] of Object.entries(this.#apis)) {
      for (const [name, schema] of Object.entries(schemas))
        this.#ajv.addSchema({ ...schema, $id: address(api, name) })
      for (const [key, facts] of Object.entries(operations)) {
        const [method = '', path = ''] = key.split(' ')
        const operation = { ...facts, api, method, path, segments: path.split('/') }
        this.operations.push(operation)
        const size = `${method} ${operation.segments.length}`
        this.#bySize.set(size, [...(this.#bySize.get(size) ?? []), operation])
      }
    }
  }

  find(method: string, path: string): SpecOperation | undefined {
    const parts = path.split('/')
    const fits = ({ segments }: SpecOperation) =>
      segments.every((segment, index) => segment.startsWith('{') || segment === parts[index])
    const fitting = (this.#bySize.get(`${method} ${parts.length}`) ?? []).filter(fits)
    // Where a literal path and a template both fit, the literal path is meant.
    return fitting.find((operation) => operation.path === path) ?? fitting[0]
  }

  /** A schema is compiled when it is first needed: most tests need few of them. */
  check(api: string, schema: Schema): Check {
    const known = this.#checks.get(schema)
    if (known) return known
    const validate = this.#ajv.compile({ ...schema, $id: address(api, `of ${this.#checks.size}`) })
    const shape = new Shape(this.#apis[api]?.schemas ?? {}, [schema])
    const made: Check = (value, report) => {
      if (!validate(value)) for (const error of validate.errors ?? []) report(describe(error))
      reportNames(value, shape, report)
    }
    this.#checks.set(schema, made)
    return made
  }

  /** A parameter is text on the wire, whatever its type. */
  checkParameter(
    api: string,
    { name, schema }: ParameterFacts,
    text: string,
    report: Report,
  ): void {
    const fits = (value: unknown) => {
      let wrong: string | undefined
      this.check(api, schema)(value, (what) => {
        wrong ??= what
      })
      return wrong
    }
    const wrong = fits(coerce(text)) && fits(text)
    if (wrong) report(`${name} ${wrong.replace(/^\/ /, '')}`)
  }

  /** Undefined for a type of event about whose resource nothing is published. */
  resourceCheck(eventType: string, resourceType: string | undefined): Check | undefined {
    if (resourceType === 'simulated')
      return this.check('notifications_webhooks_v1', simulatedResource)
    const known = eventResources.find(({ types }) => types.test(eventType))
    return known && this.check(known.api, known.schema)
  }
}

let made: Specification | undefined
/** Compiled schemas are shared by all simulators of a process. */
export function specification(): Specification {
  made ??= new Specification()
  return made
}

/**
 * Schemas of one API refer to each other by name, so each gets an address beside the
 * others of its API.
 */
const address = (api: string, name: string) => `https://paypal/${api}/${encodeURIComponent(name)}`
const coerce = (text: string): unknown =>
  text === 'true'
    ? true
    : text === 'false'
      ? false
      : text !== '' && !Number.isNaN(Number(text))
        ? Number(text)
        : text
const describe = (error: ErrorObject) =>
  `${error.instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || '/'} ${error.message ?? error.keyword}`
