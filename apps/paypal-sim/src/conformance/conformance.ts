import { operations as clientOperations } from '@paydesk/paypal/operation'
import type { ErrorObject } from 'ajv'
import type { Exchange } from '../sim/sim.ts'
import { type KnownDeviation, knownDeviations } from './deviations.ts'
import { Specification, type SpecOperation } from './spec.ts'

export interface Deviation {
  operation: string
  direction: 'request' | 'answer'
  status: number
  what: string
}

/** Checks every exchange in both directions and remembers what was exercised. */
export class Conformance {
  readonly #spec = new Specification()
  readonly #covered = new Set<SpecOperation>()
  readonly #used = new Map<KnownDeviation, number>()
  readonly deviations: Deviation[] = []
  checked = 0

  observe = ({ request, answer }: Exchange): void => {
    const operation = this.#spec.find(request.method, request.path)
    if (!operation || answer.drop || answer.status === 502) return
    this.checked += 1
    const succeeded = answer.status >= 200 && answer.status < 300
    if (succeeded) this.#covered.add(operation)
    const isOurs = (request.headers['user-agent'] ?? '').startsWith('paydesk-paypal')
    // A test may send an invalid request on purpose, to be refused; a request of our client must always be valid.
    if (succeeded || isOurs) this.#checkRequest(operation, request, answer.status)
    this.#checkAnswer(operation, answer)
  }

  #checkRequest(operation: SpecOperation, request: Exchange['request'], status: number): void {
    const report = (what: string) => this.#report({ operation: operation.id, direction: 'request', status, what })
    const names = operation.path.split('/')
    const parts = request.path.split('/')
    for (const parameter of operation.parameters) {
      const inPath = names.indexOf(`{${parameter.name}}`)
      const text = parameter.in === 'path' ? parts[inPath] : parameter.in === 'query' ? request.query.get(parameter.name) : undefined
      if (parameter.in !== 'path' && parameter.in !== 'query') continue
      if (text === undefined || text === null) {
        if (parameter.required) report(`${parameter.name} is missing`)
        continue
      }
      const validate = this.#spec.parameterValidator(operation, parameter)
      if (!validate(coerce(decodeURIComponent(text))) && !validate(decodeURIComponent(text)))
        report(`${parameter.name} ${first(validate.errors)}`)
    }
    for (const name of request.query.keys())
      if (!operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name))
        report(`${name} is not a parameter`)
    const media = (request.headers['content-type'] ?? '').split(';')[0] ?? ''
    if (media !== 'application/json' || request.body.length === 0) return
    const validate = this.#spec.requestValidator(operation, media)
    if (validate && !validate(JSON.parse(request.body.toString('utf8')))) for (const error of validate.errors ?? []) report(describe(error))
  }

  #checkAnswer(operation: SpecOperation, answer: Exchange['answer']): void {
    const report = (what: string) => this.#report({ operation: operation.id, direction: 'answer', status: answer.status, what })
    const media = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    const validate = this.#spec.answerValidator(operation, answer.status, media)
    if (validate === 'undeclared') report(`status ${answer.status} is not declared`)
    if (!validate || validate === 'undeclared' || media !== 'application/json') return
    if (!validate(JSON.parse(answer.body.toString('utf8')))) for (const error of validate.errors ?? []) report(describe(error))
  }

  #report(deviation: Deviation): void {
    const known = knownDeviations.find(
      (k) =>
        k.direction === deviation.direction &&
        k.operation.test(deviation.operation) &&
        (k.status === undefined || k.status === deviation.status) &&
        k.at.test(deviation.what),
    )
    if (known) this.#used.set(known, (this.#used.get(known) ?? 0) + 1)
    else this.deviations.push(deviation)
  }

  /** How much was exercised of each specification, and of the part of it that the client uses. */
  coverage() {
    const used = Object.values(clientOperations).map((o) => this.#spec.operations.find((s) => s.method === o.method && s.path === o.path))
    const inUse = new Set(used.filter((operation) => operation !== undefined))
    return [...Map.groupBy(this.#spec.operations, ({ api }) => api)].map(([api, all]) => {
      const mine = all.filter((operation) => inUse.has(operation))
      return {
        api,
        operations: all.length,
        covered: all.filter((operation) => this.#covered.has(operation)).length,
        usedByClient: mine.length,
        usedAndCovered: mine.filter((operation) => this.#covered.has(operation)).length,
        missing: mine.filter((operation) => !this.#covered.has(operation)).map((operation) => operation.id),
      }
    })
  }

  knownDeviationsSeen() {
    return [...this.#used].map(([known, times]) => ({ operation: known.operation.source, reason: known.reason, times }))
  }
}

const coerce = (text: string): unknown =>
  text === 'true' ? true : text === 'false' ? false : text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
const describe = (error: ErrorObject) => `${error.instancePath || '/'} ${error.message ?? error.keyword}`
const first = (errors: ErrorObject[] | null | undefined) => (errors?.[0] ? describe(errors[0]).replace(/^\/ /, '') : 'is not valid')
