import { readFileSync } from 'node:fs'

/**
 * What PayPal's published specifications say, without their prose. `facts.json` is made by
 * `npm run paypal:facts`. Schemas are JSON Schema; a `$ref` is the name of another schema
 * of the same API.
 */
export interface Facts {
  about: { source: string; commit: string; licence: string; copyright: string; changes: string }
  apis: Record<string, ApiFacts>
}

export interface ApiFacts {
  version: string
  /** Keyed by method and path, such as "GET /v2/invoicing/invoices/{invoice_id}". */
  operations: Record<string, OperationFacts>
  schemas: Record<string, Schema>
}

export interface OperationFacts {
  id: string
  parameters: ParameterFacts[]
  body?: { required?: true; content: Content }
  /** Keyed by status or "default". An empty object means that the answer has no body. */
  answers: Record<string, Content>
}

export interface ParameterFacts {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  schema: Schema
}

/** Keyed by media type. */
export type Content = Record<string, Schema>
export type Schema = { [keyword: string]: unknown }

let read: Facts | undefined

/** The file is read once per process. */
export function readFacts(): Facts {
  read ??= JSON.parse(readFileSync(new URL('./facts.json', import.meta.url), 'utf8')) as Facts
  return read
}
