import type { OperationFacts, Schema } from '@paydesk/paypal/facts/facts'

const text = { type: 'string' }
const note = { type: 'string', minLength: 1, maxLength: 2000 }
const oauthError: Schema = {
  type: 'object',
  required: ['error'],
  properties: { error: text, error_description: text, error_uri: text },
}

const tokenRequest: Schema = {
  type: 'object',
  required: ['grant_type'],
  properties: { grant_type: { enum: ['client_credentials'] }, scope: text },
}

/** The token call (paypal §1). */
export const tokenOperation: OperationFacts = {
  id: 'token',
  parameters: [],
  body: { required: true, content: { 'application/x-www-form-urlencoded': tokenRequest } },
  answers: {
    200: {
      'application/json': {
        type: 'object',
        required: ['scope', 'access_token', 'token_type', 'app_id', 'expires_in', 'nonce'],
        properties: {
          scope: text,
          access_token: text,
          token_type: { enum: ['Bearer'] },
          app_id: text,
          expires_in: { type: 'integer' },
          nonce: text,
        },
      },
    },
    400: { 'application/json': oauthError },
    401: { 'application/json': oauthError },
    default: {
      'application/json': {
        type: 'object',
        required: ['name', 'debug_id'],
        properties: {
          name: text,
          message: text,
          debug_id: text,
          details: { type: 'array' },
          links: { type: 'array' },
        },
      },
    },
  },
}

const evidences: Schema = {
  type: 'object',
  required: ['evidences'],
  properties: {
    evidences: { $ref: 'evidence_list' },
    return_address: { $ref: 'address_portable' },
  },
}

/** The JSON part of each form of the disputes API, by operation (paypal §8.1). */
export const disputeForms: Record<string, Schema> = {
  'disputes.provide-evidence': evidences,
  'disputes.appeal': evidences,
  'disputes.accept-claim': {
    type: 'object',
    required: ['note'],
    properties: {
      note,
      accept_claim_reason: text,
      accept_claim_type: { $ref: 'accept_claim_type' },
      refund_amount: { $ref: 'money' },
      invoice_id: { type: 'string', minLength: 1, maxLength: 127 },
      return_shipping_address: { $ref: 'address_portable' },
    },
  },
  'disputes.send-message': { type: 'object', required: ['message'], properties: { message: note } },
  'disputes.acknowledge-return-item': {
    type: 'object',
    properties: {
      note,
      acknowledgement_type: { $ref: 'acknowledgement_type' },
      evidences: { $ref: 'evidence_list' },
    },
  },
  'disputes.provide-supporting-info': {
    type: 'object',
    required: ['notes'],
    properties: { notes: note },
  },
}
