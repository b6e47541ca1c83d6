import type { ApiFacts, OperationFacts, Schema } from '@paydesk/paypal/facts/facts'
import { disputeForms, tokenOperation } from './unpublished.ts'

type Apis = Record<string, ApiFacts>

/**
 * A known difference between what PayPal publishes and what it does, or what we chose where it
 * publishes nothing.
 */
export interface Deviation {
  reason: string
  /** Changes the facts, so that what is allowed here is checked like everything else. */
  change: (apis: Apis) => void
}

const json = 'application/json'
const text = { type: 'string' }
const truth = { type: 'boolean' }
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  required,
  properties,
})
const everyOperation = (apis: Apis) =>
  Object.values(apis).flatMap(({ operations }) => Object.values(operations))

function operationOf(apis: Apis, id: string): OperationFacts {
  const found = everyOperation(apis).find((operation) => operation.id === id)
  if (!found) throw new Error(`no operation ${id}`)
  return found
}

function schemaOf(apis: Apis, api: string, name: string): Schema {
  const found = apis[api]?.schemas[name]
  if (!found) throw new Error(`no schema ${name} of ${api}`)
  return found
}

/** The properties that a schema names itself; where it is composed, those of a new part of it. */
function propertiesOf(schema: Schema): Record<string, Schema> {
  if (schema.allOf) {
    const part = { properties: {} }
    ;(schema.allOf as Schema[]).push(part)
    return part.properties
  }
  schema.properties ??= {}
  return schema.properties as Record<string, Schema>
}

/** An answer that may come beside those that are published for the status. */
function alsoAnswers(operation: OperationFacts, status: string, schema: Schema): void {
  const published = operation.answers[status]?.[json] ?? operation.answers.default?.[json]
  operation.answers[status] = {
    ...operation.answers[status],
    [json]: published ? { anyOf: [published, schema] } : schema,
  }
}

const refusedFor = (envelope: string, ...issues: string[]): Schema => ({
  allOf: [
    { $ref: envelope },
    { properties: { details: { items: { properties: { issue: { enum: issues } } } } } },
  ],
})
const envelopeNamed = (name: string) =>
  object(
    {
      name: { enum: [name] },
      message: text,
      debug_id: text,
      details: { type: 'array' },
      links: { type: 'array' },
    },
    ['name', 'debug_id'],
  )

export const deviations: Deviation[] = [
  {
    reason:
      'no specification of OAuth is published; what is known of the token call stands in paypal §1',
    change: (apis) => {
      apis.oauth = {
        version: '',
        operations: { 'POST /v1/oauth2/token': tokenOperation },
        schemas: {},
      }
    },
  },
  {
    reason:
      'the JSON part of these forms is not published, only the name of the file (paypal §8.1)',
    change: (apis) => {
      for (const [id, schema] of Object.entries(disputeForms))
        operationOf(apis, id).body = { content: { 'multipart/form-data': schema } }
    },
  },
  {
    reason: 'a dead token is answered in OAuth’s shape, not in the envelope (paypal §1)',
    change: (apis) => {
      for (const operation of everyOperation(apis))
        alsoAnswers(
          operation,
          '401',
          object({ error: text, error_description: text }, ['error', 'error_description']),
        )
    },
  },
  {
    reason: 'RATE_LIMIT_REACHED is in no schema but is what PayPal answers (paypal §2.1)',
    change: (apis) => {
      for (const operation of everyOperation(apis))
        alsoAnswers(operation, '429', envelopeNamed('RATE_LIMIT_REACHED'))
    },
  },
  {
    reason: 'a gateway before the API answers 502 with a page (F3)',
    change: (apis) => {
      for (const operation of everyOperation(apis))
        operation.answers['502'] = { ...operation.answers['502'], 'text/html': {} }
    },
  },
  {
    reason:
      'RESULTSET_TOO_LARGE is documented for PayPal’s SDKs and missing in the schema (paypal §6.1)',
    change: (apis) => {
      const refusal = envelopeNamed('RESULTSET_TOO_LARGE')
      Object.assign(propertiesOf(refusal), {
        total_items: { type: 'integer' },
        maximum_items: { type: 'integer' },
      })
      alsoAnswers(operationOf(apis, 'search.get'), '400', refusal)
    },
  },
  {
    reason:
      'a window without rows and an account without disputes have an empty list; the schemas ask for at least one',
    change: (apis) => {
      schemaOf(apis, 'customer_disputes_v1', 'dispute_info_list').minItems = 0
      schemaOf(apis, 'reporting_transactions_v1', 'transaction_detail_list').minItems = 0
    },
  },
  {
    reason: 'reporting really writes +0000 without the colon (paypal §6.1)',
    change: (apis) => {
      const time = schemaOf(apis, 'reporting_transactions_v1', 'date_time')
      time.pattern = String(time.pattern).replace('[0-9]{2}:[0-9]{2}', '[0-9]{2}:?[0-9]{2}')
      time.minLength = 20
    },
  },
  {
    reason: 'the four letters of a row’s status are listed in prose only (paypal §6.2)',
    change: (apis) => {
      propertiesOf(
        schemaOf(apis, 'reporting_transactions_v1', 'transaction_info'),
      ).transaction_status = { enum: ['D', 'P', 'S', 'V'] }
    },
  },
  {
    reason: 'what Prefer may say is listed in prose only (paypal §2.2)',
    change: (apis) => {
      const allowed = { enum: ['return=minimal', 'return=representation'] }
      for (const { parameters } of everyOperation(apis))
        for (const parameter of parameters)
          if (parameter.in === 'header' && parameter.name === 'Prefer') parameter.schema = allowed
      for (const id of ['invoices.create', 'invoices.update'])
        operationOf(apis, id).parameters.push({ name: 'Prefer', in: 'header', schema: allowed })
    },
  },
  {
    reason:
      'what a used request id with another payload gets is not documented; the switch answers v1’s DUPLICATE_REQUEST_ID (paypal §2.3)',
    change: (apis) => {
      for (const id of ['captures.refund', 'orders.create'])
        alsoAnswers(operationOf(apis, id), '400', refusedFor('error_400', 'DUPLICATE_REQUEST_ID'))
    },
  },
  {
    reason:
      'a repetition is answered 200 where invoicing honours the request id, which its specification does not mention (paypal §2.3)',
    change: (apis) => {
      const create = operationOf(apis, 'invoices.create')
      create.answers['200'] = create.answers['201'] ?? {}
      create.parameters.push({ name: 'PayPal-Request-Id', in: 'header', schema: text })
    },
  },
  {
    reason:
      'the QR code comes as text in a multipart body, which the schema of the answer leaves out (paypal §3.1)',
    change: (apis) => {
      operationOf(apis, 'invoices.generate-qr-code').answers['200'] = { 'multipart/form-data': {} }
    },
  },
  {
    reason: 'the issue for an invoice number that is taken is not documented (paypal §3.5)',
    change: (apis) => {
      for (const id of ['invoices.create', 'invoices.update']) {
        alsoAnswers(
          operationOf(apis, id),
          '400',
          refusedFor('error_400', 'DUPLICATE_INVOICE_NUMBER'),
        )
        alsoAnswers(operationOf(apis, id), '422', refusedFor('error_422', 'BUSINESS_RULE_VIOLATED'))
      }
    },
  },
  {
    reason: 'the issue for the third reminder of a day is not documented (paypal §3.5)',
    change: (apis) =>
      alsoAnswers(
        operationOf(apis, 'invoices.remind'),
        '422',
        refusedFor('error_422', 'REMINDER_LIMIT_EXCEEDED'),
      ),
  },
  {
    reason:
      'which issue refuses an update in the wrong state, or the third change of recipient, is not documented (paypal §3.5)',
    change: (apis) =>
      alsoAnswers(
        operationOf(apis, 'invoices.update'),
        '422',
        refusedFor('error_422', 'CANNOT_UPDATE_INVOICE', 'RECIPIENT_CHANGE_LIMIT_EXCEEDED'),
      ),
  },
  {
    reason:
      'which issue refuses the invoice of a limited account is not documented; those of payments are used (paypal §13 F16)',
    change: (apis) =>
      alsoAnswers(
        operationOf(apis, 'invoices.create'),
        '422',
        refusedFor('error_422', 'PAYEE_ACCOUNT_RESTRICTED', 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED'),
      ),
  },
  {
    reason: 'fields of an invoice that were recorded and are in no schema (paypal §3.6)',
    change: (apis) => {
      const of = (name: string) => propertiesOf(schemaOf(apis, 'invoicing_v2', name))
      Object.assign(of('detail'), {
        category_code: text,
        viewed_by_recipient: truth,
        archived: truth,
      })
      Object.assign(of('metadata'), { caller_type: text })
      Object.assign(of('invoice'), { unilateral: truth })
      // SUCCESS is the one value that was recorded: nothing says that a payment which is under way
      // is told apart here.
      Object.assign(of('payment_detail'), {
        transaction_type: { enum: ['SALE'] },
        transaction_status: { enum: ['SUCCESS'] },
      })
    },
  },
  {
    reason:
      'a PayPal refund was recorded with recipient_transaction_id and without method (paypal §3.6)',
    change: (apis) => {
      const list = schemaOf(apis, 'invoicing_v2', 'refund_detail_list')
      const recorded = object(
        {
          type: { enum: ['PAYPAL'] },
          recipient_transaction_id: text,
          refund_date: { $ref: 'date_no_time' },
          amount: { $ref: 'money' },
        },
        ['type', 'recipient_transaction_id'],
      )
      list.items = { anyOf: [list.items, recorded] }
    },
  },
  {
    reason:
      'the faults futureStatus and unknownStatus tell a status that no list has, on purpose (F10)',
    change: (apis) => {
      ;(schemaOf(apis, 'invoicing_v2', 'invoice_status').enum as string[]).push('HELD_IN_FUTURE')
    },
  },
  {
    reason: 'real event ids carry dashes, WH-…-…; the path pattern forbids them (paypal §2.5)',
    change: (apis) => {
      for (const { id, parameters } of everyOperation(apis))
        if (id.startsWith('webhooks-events.'))
          for (const { name, schema } of parameters)
            if (name === 'event_id') schema.pattern = '^[a-zA-Z0-9-]+$'
    },
  },
  {
    reason: 'what a patch of a webhook may set is told in prose only (paypal §7.1)',
    change: (apis) => {
      const patch = propertiesOf(schemaOf(apis, 'notifications_webhooks_v1', 'patch'))
      Object.assign(patch, {
        path: { enum: ['/url', '/event_types'] },
        value: { anyOf: [text, { $ref: 'definitions-event_type_list' }] },
      })
    },
  },
  {
    reason: 'recordings show how an event was delivered beside its documented fields (paypal §7.1)',
    change: (apis) => {
      const delivered = object({
        webhook_url: text,
        transmission_id: text,
        status: text,
        http_status: { type: 'integer' },
        timestamp: text,
      })
      const schemas = apis.notifications_webhooks_v1?.schemas ?? {}
      schemas.delivered_event = {
        allOf: [
          { $ref: 'event' },
          object({ status: text, transmissions: { type: 'array', items: delivered } }),
        ],
      }
      schemaOf(apis, 'notifications_webhooks_v1', 'event_list').items = { $ref: 'delivered_event' }
      for (const [id, status] of [
        ['webhooks-events.get', '200'],
        ['webhooks-events.resend', '202'],
      ] as const)
        operationOf(apis, id).answers[status] = { [json]: { $ref: 'delivered_event' } }
    },
  },
  {
    reason:
      '“Data for the given start date is not available” was seen as INVALID_REQUEST with 400 and with 404 (paypal §6.1)',
    change: (apis) => {
      for (const id of ['search.get', 'balances.get'])
        for (const status of ['400', '404'])
          alsoAnswers(operationOf(apis, id), status, envelopeNamed('INVALID_REQUEST'))
    },
  },
]

/** Makes what PayPal publishes into what we hold all traffic against. */
export function amend(apis: Apis): Apis {
  for (const { change } of deviations) change(apis)
  return apis
}

/** Places about which PayPal publishes nothing. A name that is wrong below them is not seen. */
export const openPlaces: { operation: RegExp; at: RegExp; reason: string }[] = [
  {
    operation: /^(webhooks-events\.|simulate-event\.|verify-webhook-signature\.|event )/,
    at: /\/resource is described/,
    reason:
      'the event’s own schema leaves its resource open; it is checked by its type instead (eventResources.ts)',
  },
]

/**
 * The simulator adds one field of this prefix to the top of every answer, to prove that clients
 * tolerate what PayPal adds next year.
 */
export const noisePrefix = 'x_future_'
