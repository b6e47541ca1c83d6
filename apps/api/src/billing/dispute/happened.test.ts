import type { Dispute } from '@paydesk/paypal/disputes'
import { expect, test } from 'vitest'
import { type Answer, happened, marksOf } from './happened.ts'

const links = [{ href: 'https://paypal.example/send-message', rel: 'send_message', method: 'POST' }]
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, seconds)).toISOString()
const dispute = (...said: [by: string, content: string][]): Dispute =>
  ({
    dispute_id: 'PP-D-1',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    update_time: at(said.length),
    messages: said.map(([posted_by, content]) => ({ posted_by, content })),
    links,
  }) as Dispute
const buyer: [string, string] = ['BUYER', 'Where is it?']
const asked = (note: string, before = dispute(buyer)): Answer => ({
  action: 'sendMessage',
  note,
  before: marksOf(before, note),
})

const note = 'It’s on the way:\n\n  DHL & UPS, "second" parcel — please wait until Friday.'
test.each([
  ['as it was sent', note],
  [
    'with other spaces and lines',
    'It’s on the way: DHL & UPS, "second" parcel — please wait until Friday.',
  ],
  [
    'with entities',
    'It&#8217;s on the way: DHL &amp; UPS, &quot;second&quot; parcel &#x2014; please wait until Friday.',
  ],
  ['with plain quotes', "It's on the way: DHL & UPS, 'second' parcel - please wait until Friday."],
  ['cut off', 'It’s on the way: DHL & UPS, "second" par…'],
])('a message that PayPal shows %s has been sent', (_, shown) => {
  expect(happened(asked(note), dispute(buyer, ['SELLER', shown]))).toBe('yes')
})

test('a message from us with other words never causes a second sending', () => {
  expect(happened(asked(note), dispute(buyer, ['SELLER', 'Something else']))).toBe('cannotTell')
})

test('if only the buyer has added messages, ours was not sent', () => {
  expect(happened(asked(note), dispute(buyer, ['BUYER', 'Hello?']))).toBe('no')
  expect(happened(asked(note), dispute(buyer))).toBe('no')
})

test('the same words a second time are another message', () => {
  const before = dispute(buyer, ['SELLER', 'OK'])
  expect(happened(asked('OK', before), { ...before, update_time: at(9) })).toBe('no')
  expect(happened(asked('OK', before), dispute(buyer, ['SELLER', 'OK'], ['SELLER', 'OK']))).toBe(
    'yes',
  )
})
