import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'

export const specFiles = [
  'invoicing_v2.json',
  'checkout_orders_v2.json',
  'payments_payment_v2.json',
  'reporting_transactions_v1.json',
  'customer_disputes_v1.json',
  'notifications_webhooks_v1.json',
] as const
export type SpecFile = (typeof specFiles)[number]

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { type?: string }
  $ref?: string
}
interface OperationObject {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, unknown>; required?: boolean; $ref?: string }
  responses: Record<string, { content?: Record<string, unknown>; $ref?: string }>
}
interface Document {
  paths: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, unknown>>
}

export interface SpecOperation {
  spec: SpecFile
  id: string
  method: string
  path: string
  pattern: RegExp
  object: OperationObject
  parameters: (Parameter & { pointer: string })[]
}

/** PayPal's published files; they are not in this repository (their licence allows it, their size does not invite it). */
export const specFolder = () =>
  process.env.PAYPAL_OPENAPI_DIR ?? resolve(fileURLToPath(import.meta.url), '../../../../../..', 'shared/paypal/openapi')

const pointerPart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** OpenAPI 3.0 writes exclusive bounds as flags on the bound; JSON Schema as bounds of their own. */
function modernise(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Record<string, unknown>
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (typeof schema[flag] === 'boolean') {
      if (schema[flag]) schema[flag] = schema[bound]
      else delete schema[flag]
    }
  // A few bounds are written as text in PayPal's files.
  for (const bound of ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'])
    if (typeof schema[bound] === 'string') schema[bound] = Number(schema[bound])
  // Java's inline flag; JavaScript takes the scoped form.
  if (typeof schema.pattern === 'string' && schema.pattern.startsWith('(?i)')) schema.pattern = `(?i:${schema.pattern.slice(4)})`
  for (const inner of Object.values(schema)) modernise(inner)
}

export class Specification {
  readonly operations: SpecOperation[] = []
  readonly #ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, unicodeRegExp: false, logger: false })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #documents = new Map<SpecFile, Document>()

  /** Undefined where the folder is missing: the caller says so, loudly. */
  static load(folder = specFolder()): Specification | undefined {
    return specFiles.every((file) => existsSync(join(folder, file))) ? new Specification(folder) : undefined
  }

  constructor(folder: string) {
    for (const file of specFiles) {
      const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Document
      modernise(document)
      this.#documents.set(file, document)
      this.#ajv.addSchema(document, file)
      for (const [path, methods] of Object.entries(document.paths)) this.#addPath(file, document, path, methods)
    }
  }

  #addPath(spec: SpecFile, document: Document, path: string, methods: Record<string, OperationObject>): void {
    const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
    for (const [method, object] of Object.entries(methods)) {
      if (!['get', 'post', 'put', 'patch', 'delete'].includes(method)) continue
      const at = `#/paths/${pointerPart(path)}/${method}`
      const parameters = (object.parameters ?? []).map((parameter, index) =>
        parameter.$ref
          ? { ...(lookUp(document, parameter.$ref) as Parameter), pointer: parameter.$ref }
          : { ...parameter, pointer: `${at}/parameters/${index}` },
      )
      this.operations.push({ spec, id: object.operationId, method: method.toUpperCase(), path, pattern, object, parameters })
    }
  }

  find(method: string, path: string): SpecOperation | undefined {
    const fitting = this.operations.filter((operation) => operation.method === method && operation.pattern.test(path))
    // The literal path is meant where it and a template both fit.
    return fitting.find((operation) => operation.path === path) ?? fitting[0]
  }

  /** Undefined when the specification says nothing about this body. */
  requestValidator(operation: SpecOperation, media: string): ValidateFunction | undefined {
    const { requestBody } = operation.object
    if (!requestBody) return undefined
    const at = requestBody.$ref ?? `${this.#pointer(operation)}/requestBody`
    return this.#media(operation.spec, at, media)
  }

  answerValidator(operation: SpecOperation, status: number, media: string): ValidateFunction | undefined | 'undeclared' {
    const key = String(status) in operation.object.responses ? String(status) : 'default'
    const response = operation.object.responses[key]
    if (!response) return 'undeclared'
    return this.#media(operation.spec, response.$ref ?? `${this.#pointer(operation)}/responses/${key}`, media)
  }

  parameterValidator(operation: SpecOperation, pointer: string): ValidateFunction {
    return this.#compile(`${operation.spec}${pointer}/schema`)
  }

  #pointer = (operation: SpecOperation) => `#/paths/${pointerPart(operation.path)}/${operation.method.toLowerCase()}`

  #media(spec: SpecFile, at: string, media: string): ValidateFunction | undefined {
    const document = this.#documents.get(spec)
    const holder = document && (lookUp(document, at) as { content?: Record<string, { schema?: unknown }> } | undefined)
    return holder?.content?.[media]?.schema ? this.#compile(`${spec}${at}/content/${pointerPart(media)}/schema`) : undefined
  }

  #compile(reference: string): ValidateFunction {
    const known = this.#validators.get(reference)
    if (known) return known
    // In a fragment a template's braces must be percent-encoded, as in any URI.
    const made = this.#ajv.compile({ $ref: reference.replaceAll('{', '%7B').replaceAll('}', '%7D') })
    this.#validators.set(reference, made)
    return made
  }
}

function lookUp(document: Document, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document)
}
