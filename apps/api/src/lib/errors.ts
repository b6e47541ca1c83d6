import { type ErrorName, type ErrorParams, errorCatalogue } from '@paydesk/contract/errors'

/** An expected "no": it has a status, a stable code and a text for people. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly code: ErrorName
  readonly params: ErrorParams
  readonly data: unknown
  constructor(code: ErrorName, params: ErrorParams = {}, data: unknown = null) {
    super(code)
    this.code = code
    this.params = params
    this.data = data
  }
  get status() {
    return errorCatalogue[this.code].status
  }
}

export const refuse = (code: ErrorName, params?: ErrorParams, data?: unknown) => new Refusal(code, params, data)
