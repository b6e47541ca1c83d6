/** Known differences between what PayPal publishes and what it does, or what we chose where it publishes nothing. */
export interface KnownDeviation {
  operation: RegExp
  direction: 'request' | 'answer'
  status?: number
  at: RegExp
  reason: string
}

export const knownDeviations: KnownDeviation[] = [
  {
    operation: /^search\.get$/,
    direction: 'answer',
    at: /(_date|_datetime) must match pattern/,
    reason: 'reporting really writes +0000 without the colon (facts §6.1)',
  },
  {
    operation: /^webhooks-events\./,
    direction: 'request',
    at: /event_id must match pattern/,
    reason: 'real event ids carry dashes, WH-…-…; the path pattern forbids them (facts §2.5)',
  },
]
