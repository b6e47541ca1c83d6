import { type Content, type OperationFacts, type ParameterFacts, readFacts, type Schema } from '@paydesk/paypal/facts/facts'
import { Ajv, type ValidateFunction } from 'ajv'

export interface SpecOperation extends OperationFacts {
  api: string
  method: string
  path: string
  pattern: RegExp
}

/** PayPal's published specifications: finds the operation that a request calls, and gives the validators of its bodies and answers. */
export class Specification {
  readonly operations: SpecOperation[] = []
  readonly #ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, unicodeRegExp: false, logger: false })
  readonly #validators = new Map<Schema, ValidateFunction>()

  constructor() {
    for (const [api, { operations, schemas }] of Object.entries(readFacts().apis)) {
      for (const [name, schema] of Object.entries(schemas)) this.#ajv.addSchema({ ...schema, $id: address(api, name) })
      for (const [key, facts] of Object.entries(operations)) {
        const [method = '', path = ''] = key.split(' ')
        const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
        this.operations.push({ ...facts, api, method, path, pattern })
      }
    }
  }

  find(method: string, path: string): SpecOperation | undefined {
    const fitting = this.operations.filter((operation) => operation.method === method && operation.pattern.test(path))
    // Where a literal path and a template both fit, the literal path is meant.
    return fitting.find((operation) => operation.path === path) ?? fitting[0]
  }

  /** Undefined when the specification says nothing about this body. */
  requestValidator(operation: SpecOperation, media: string): ValidateFunction | undefined {
    return this.#ofContent(operation, operation.body?.content, media)
  }

  answerValidator(operation: SpecOperation, status: number, media: string): ValidateFunction | undefined | 'undeclared' {
    const content = operation.answers[status] ?? operation.answers.default
    return content ? this.#ofContent(operation, content, media) : 'undeclared'
  }

  parameterValidator(operation: SpecOperation, parameter: ParameterFacts): ValidateFunction {
    return this.#validator(operation, parameter.schema)
  }

  #ofContent(operation: SpecOperation, content: Content | undefined, media: string): ValidateFunction | undefined {
    const schema = content?.[media]
    return schema && this.#validator(operation, schema)
  }

  /** A schema is compiled when it is first needed: most tests need few of them. */
  #validator(operation: SpecOperation, schema: Schema): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known) return known
    const made = this.#ajv.compile({ ...schema, $id: address(operation.api, `of ${this.#validators.size}`) })
    this.#validators.set(schema, made)
    return made
  }
}

/** Schemas of one API refer to each other by name, so each gets an address beside the others of its API. */
const address = (api: string, name: string) => `https://paypal/${api}/${encodeURIComponent(name)}`
