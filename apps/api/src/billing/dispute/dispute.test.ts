import type { Bill } from '@paydesk/contract/billing/bill'
import { customerApi } from '@paydesk/contract/billing/customer'
import { type Dispute, type DisputeFile, disputeApi } from '@paydesk/contract/billing/dispute'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { syncDisputes } from './dispute.ts'

const world = billWorld()
const { t, becomes, sent, pay } = world
let finance: TestUser
beforeAll(async () => {
  finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: ['ViewDispute', 'RespondDispute', 'ViewCustomer'],
  })
})

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64')
const disputed = async (
  how: object = {},
): Promise<{ bill: Bill; dispute: Dispute; providerId: string }> => {
  const open = await sent()
  await pay(open)
  const bill = await becomes(open.id, ({ status }) => status === 'paid')
  const { disputeId } = await world.sim.act<{ disputeId: string }>('openDispute', {
    captureId: bill.payments[0]?.providerPaymentId,
    message: 'Where is it?',
    ...how,
  })
  return { bill, dispute: await isSeen(disputeId), providerId: disputeId }
}
const idOf = async (providerId: string) =>
  (
    await t.owner<{ id: string }>('select id from dispute where provider_dispute_id = $1', [
      providerId,
    ])
  )[0]?.id
const isSeen = (
  providerId: string,
  fits: (dispute: Dispute) => boolean = () => true,
  meanwhile = async () => {},
) =>
  until(async () => {
    await meanwhile()
    const id = await idOf(providerId)
    const dispute = id && (await read(id))
    return dispute && fits(dispute) ? dispute : undefined
  }, 50_000)
const read = async (id: string) =>
  dataOf<Dispute>(await t.as(finance).call(disputeApi.read, { params: { id } }))
const answer = (dispute: Dispute, body: object) =>
  t.as(finance).call(disputeApi.answer, {
    params: { id: dispute.id },
    body: { version: dispute.version, ...body } as never,
  })
const atPayPal = async (id: string) => {
  const { entries } = (await (await fetch(`${world.sim.url}/sim/journal`)).json()) as {
    entries: { effects: string[] }[]
  }
  return entries.flatMap(({ effects }) => effects).filter((effect) => effect.endsWith(` ${id}`))
}

test('a dispute is seen by its event, linked to its bill and answered with a file', async () => {
  const { bill, dispute, providerId } = await disputed()
  expect(dispute).toMatchObject({
    billId: bill.id,
    state: 'needsAnswer',
    stage: 'INQUIRY',
    messages: [{ by: 'BUYER', text: 'Where is it?' }],
  })
  expect(dispute.actions).toEqual([
    'provideEvidence',
    'acceptClaim',
    'makeOffer',
    'sendMessage',
    'escalate',
  ])
  expect(await world.read(bill.id)).toMatchObject({
    disputed: true,
    disputes: [{ id: dispute.id }],
  })
  expect(
    dataOf(await t.as(finance).call(customerApi.read, { params: { id: world.customerId } })),
  ).toMatchObject({ disputeCount: 1 })
  expect(
    await t.owner(`select 1 from notice where kind = 'disputeOpened' and user_id = $1`, [
      finance.userId,
    ]),
  ).toHaveLength(1)
  const upload = (body: Buffer) =>
    t.as(finance).call(disputeApi.addFile, {
      params: { id: dispute.id },
      query: { name: '发货单.png' },
      body: body as never,
    })
  expect(await upload(Buffer.from('MZ not a picture'))).toMatchObject({
    status: 422,
    body: { errorCode: 'dispute.fileType' },
  })
  const file = dataOf<DisputeFile>(await upload(png))
  const body = {
    action: 'provideEvidence',
    evidenceType: 'PROOF_OF_FULFILLMENT',
    note: '已发货',
    carrier: 'DHL',
    trackingNumber: '123',
    fileIds: [file.id],
  }
  expect(dataOf<Dispute>(await answer(dispute, body)).busy).toBe(true)
  const after = await isSeen(providerId, ({ busy, state }) => !busy && state === 'underReview')
  expect(after).toMatchObject({
    evidences: [{ type: 'PROOF_OF_FULFILLMENT', by: 'SELLER', notes: '已发货' }],
    operations: [{ action: 'provideEvidence', state: 'done', actorName: finance.username }],
    files: [{ name: '发货单.png', sent: true }],
  })
  const kept = await t
    .as(finance)
    .call(disputeApi.readFile, { params: { id: dispute.id, fileId: file.id } })
  expect(dataOf(kept)).toEqual({
    name: '发货单.png',
    type: 'image/png',
    content: png.toString('base64'),
  })
  expect(
    await answer(after, { action: 'provideEvidence', evidenceType: 'OTHER', note: 'A' }),
  ).toMatchObject({
    status: 409,
    body: { errorCode: 'dispute.notAllowed' },
  })
}, 60_000)

test.each(['dropAfter', 'errorAfter', 'dropBefore'])(
  'a message whose answer was lost (%s) is not sent twice',
  async (kind) => {
    const { dispute, providerId } = await disputed()
    await world.sim.act('addFault', { kind, operation: 'disputes.send-message', times: 1 })
    dataOf(await answer(dispute, { action: 'sendMessage', note: `It was sent ${kind}` }))
    const after = await isSeen(providerId, ({ busy }) => !busy, world.passWaits)
    expect(after.messages.filter(({ by }) => by === 'SELLER')).toHaveLength(1)
    expect(
      (await atPayPal(providerId)).filter((effect) => effect.startsWith('dispute.send_message')),
    ).toHaveLength(1)
  },
  90_000,
)

test('an answer whose effect cannot be told stays unknown and is never repeated', async () => {
  const { dispute, providerId } = await disputed({ reason: 'UNAUTHORISED' })
  // The call is lost, and before anyone looks PayPal's own staff close the case: the dispute does
  // not show whether the claim was accepted.
  await world.sim.act('addFault', {
    kind: 'dropBefore',
    operation: 'disputes.accept-claim',
    times: 1,
  })
  await world.sim.act('addFault', {
    kind: 'dropWebhook',
    eventType: 'CUSTOMER.DISPUTE.RESOLVED',
    times: 1,
  })
  dataOf(await answer(dispute, { action: 'acceptClaim', note: 'ok' }))
  await until(async () =>
    (await read(dispute.id)).operations[0]?.state === 'unknown' ? true : undefined,
  )
  await world.sim.act('answerDispute', { disputeId: providerId, action: 'sellerWins' })
  const after = await isSeen(providerId, ({ status }) => status === 'RESOLVED', world.passWaits)
  expect(after.operations).toMatchObject([{ action: 'acceptClaim', state: 'unknown' }])
  expect(
    (await atPayPal(providerId)).filter((effect) => effect.startsWith('dispute.accept_claim')),
  ).toEqual([])
}, 90_000)

test('a dispute that no event told is found by comparing, and shows in the end what was refunded', async () => {
  await world.sim.act('addFault', {
    kind: 'dropWebhook',
    eventType: 'CUSTOMER.DISPUTE.CREATED',
    times: 1,
  })
  const open = await sent()
  await pay(open)
  const bill = await becomes(open.id, ({ status }) => status === 'paid')
  const { disputeId } = await world.sim.act<{ disputeId: string }>('openDispute', {
    captureId: bill.payments[0]?.providerPaymentId,
  })
  const { companyId } = finance
  await t.in(companyId, (db) =>
    t.jobs.enqueue(db, syncDisputes, { companyId, accountId: world.accountId }),
  )
  const dispute = await isSeen(disputeId)
  dataOf(
    await answer(dispute, {
      action: 'makeOffer',
      offerType: 'REFUND',
      amountMinor: 5000,
      note: 'Half',
    }),
  )
  const offered = await isSeen(disputeId, ({ state, busy }) => state === 'waitingForBuyer' && !busy)
  expect(offered).toMatchObject({ offer: { type: 'REFUND', amountMinor: 5000 } })
  expect(
    await answer(offered, {
      action: 'makeOffer',
      offerType: 'REFUND',
      amountMinor: 10_001,
      note: 'A',
    }),
  ).toMatchObject({ status: 422 })
  await world.sim.act('answerDispute', { disputeId, action: 'acceptOffer' })
  expect(await isSeen(disputeId, ({ state }) => state === 'resolved')).toMatchObject({
    refundedMinor: 5000,
    actions: [],
  })
  expect(await world.read(bill.id)).toMatchObject({ disputed: false })
}, 60_000)
