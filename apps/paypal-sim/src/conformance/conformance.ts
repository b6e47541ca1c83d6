import type { Schema } from '@paydesk/paypal/facts/facts'
import { operations as clientOperations } from '@paydesk/paypal/operation'
import { openPlaces } from './deviations.ts'
import { checkRequest, isOurs, mediaOf, type Request, withoutNoise } from './request.ts'
import { type SpecOperation, specification } from './spec.ts'

export interface Exchange {
  request: Request
  answer: {
    status: number
    headers: Record<string, string>
    body: Buffer
    /** The connection was cut: nobody saw the answer. */
    drop?: boolean
  }
}

export interface Finding {
  operation: string
  direction: 'request' | 'answer' | 'event'
  what: string
}

const kept = 100
const json = 'application/json'

/**
 * Holds every exchange in both directions, and every event, against what PayPal publishes. What it
 * finds makes the run fail.
 */
export class Conformance {
  readonly #spec = specification()
  readonly #covered = new Set<SpecOperation>()
  readonly #findings = new Map<string, Finding>()
  /** Exchanges and events that were checked. */
  checked = 0
  /** All findings, also those that were not kept because an equal one was, or too many. */
  count = 0
  /** Hears of each finding that was not there before. */
  onFinding: (finding: Finding) => void = () => {}

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  observe({ request, answer }: Exchange): void {
    const operation = this.#spec.find(request.method, request.path)
    if (!operation) {
      // A test may try a path that does not exist; our client never has a reason to.
      if (isOurs(request))
        this.#found({
          operation: `${request.method} ${request.path}`,
          direction: 'request',
          what: 'is no operation',
        })
      return
    }
    this.checked += 1
    const succeeded = answer.status >= 200 && answer.status < 300
    if (succeeded) this.#covered.add(operation)
    // A test may send an invalid request on purpose, to be refused; a request of our client must
    // always be valid.
    if (succeeded || isOurs(request))
      checkRequest(this.#spec, operation, request, (what) =>
        this.#report(operation.id, 'request', what),
      )
    if (!answer.drop) this.#checkAnswer(operation, answer)
  }

  observeEvent(body: string): void {
    this.checked += 1
    const event = JSON.parse(body)
    const operation = `event ${event.event_type}`
    this.#spec.check('notifications_webhooks_v1', eventSchema)(event, (what) =>
      this.#report(operation, 'event', what),
    )
    this.#checkResource(operation, 'event', event)
  }

  #checkAnswer(operation: SpecOperation, { status, headers, body }: Exchange['answer']): void {
    const report = (what: string) => this.#report(operation.id, 'answer', `${status}: ${what}`)
    const media = mediaOf(headers)
    // An error that is not listed, or not in this form, must have the shape of errors; nothing else
    // may be answered unlisted.
    const published = operation.answers[status]
    const content = status < 400 || published?.[media] ? published : operation.answers.default
    const schema = content?.[media]
    if (!content) report('the status is not published')
    else if (body.length === 0) {
      if (Object.keys(content).length > 0) report('the body is missing')
    } else if (!schema) report(`${media || 'a body without a type'} is not published`)
    else if (media === json) this.#checkJson(operation, status, schema, body, report)
  }

  #checkJson(
    operation: SpecOperation,
    status: number,
    schema: Schema,
    body: Buffer,
    report: (what: string) => void,
  ): void {
    const value = withoutNoise(JSON.parse(body.toString('utf8')))
    this.#spec.check(operation.api, schema)(value, report)
    if (status < 400 && /^(webhooks-events|simulate-event)\./.test(operation.id)) {
      const { events } = value as { events?: PayPalEvent[] }
      for (const event of events ?? [value as PayPalEvent])
        this.#checkResource(operation.id, 'answer', event)
    }
  }

  #checkResource(
    operation: string,
    direction: 'answer' | 'event',
    { event_type, resource_type, resource }: PayPalEvent,
  ): void {
    const report = (what: string) => this.#report(operation, direction, `/resource${what}`)
    const check = this.#spec.resourceCheck(event_type, resource_type)
    if (check) check(resource, report)
    else report(` of ${event_type} is described by no schema`)
  }

  #report(operation: string, direction: Finding['direction'], what: string): void {
    const open =
      what.endsWith('is described by no schema') &&
      openPlaces.some((place) => place.operation.test(operation) && place.at.test(what))
    if (!open) this.#found({ operation, direction, what })
  }

  #found(finding: Finding): void {
    this.count += 1
    const key = `${finding.operation} ${finding.direction} ${finding.what}`
    if (this.#findings.has(key) || this.#findings.size >= kept) return
    this.#findings.set(key, finding)
    this.onFinding(finding)
  }

  /** How much was exercised of each specification, and of the part of it that the client uses. */
  coverage() {
    const used = Object.values(clientOperations).map((o) =>
      this.#spec.operations.find((s) => s.method === o.method && s.path === o.path),
    )
    const inUse = new Set(used.filter((operation) => operation !== undefined))
    return [...Map.groupBy(this.#spec.operations, ({ api }) => api)].map(([api, all]) => {
      const mine = all.filter((operation) => inUse.has(operation))
      return {
        api,
        operations: all.length,
        covered: all.filter((operation) => this.#covered.has(operation)).length,
        usedByClient: mine.length,
        usedAndCovered: mine.filter((operation) => this.#covered.has(operation)).length,
        missing: mine
          .filter((operation) => !this.#covered.has(operation))
          .map((operation) => operation.id),
      }
    })
  }
}

interface PayPalEvent {
  event_type: string
  resource_type?: string
  resource?: unknown
}

const eventSchema = { $ref: 'event' }

export const sayFinding = ({ operation, direction, what }: Finding) =>
  `${operation}, ${direction}: ${what}`
