import type { Id } from '@paydesk/contract/lib/id'
import type { PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import { type AccountAction, accountCan } from '@paydesk/contract/paypal/paypalAccountState'
import { accountStopWords } from '@paydesk/contract/people/accountStopWords'
import type { Actor } from '../../lib/actor.ts'
import { inCompany } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { recorded } from './change.ts'
import { refusalOf } from './connect.ts'
import { activate, judge, lookAt, type Side, writeObservation } from './health.ts'
import type { Observation } from './observe.ts'
import { readAccount } from './read.ts'

async function readFor(
  side: Side,
  { companyId }: Actor,
  accountId: Id<'paypalAccount'>,
  action: AccountAction,
): Promise<PaypalAccount> {
  const account = await inCompany(side.pool, companyId, (db) =>
    readAccount(db, companyId, accountId),
  )
  if (!accountCan(action, account))
    throw refuse('paypalAccount.wrongState', { label: account.label })
  if (!account.clientId) throw refuse('paypalAccount.noCredentials', { label: account.label })
  return account
}

/** Whatever PayPal says is a fact, even a refusal: the answer shows it with its time. */
export async function checkAccount(
  side: Side,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
): Promise<PaypalAccount> {
  const before = await readFor(side, actor, accountId, 'check')
  const ref = { companyId: actor.companyId, accountId }
  const seen = await lookAt(side, ref, 'person')
  if (!seen) throw refuse('paypalAccount.onHold', { label: before.label })
  return inCompany(side.pool, ref.companyId, async (db) => {
    await judge(db, ref, await writeObservation(db, ref, seen), 'person')
    return recorded(db, actor, 'check', before)
  })
}

/**
 * Resumes the account only if PayPal allows it. Otherwise the refusal says what is still wrong. The
 * facts are kept in both cases.
 */
export async function resumeAccount(
  side: Side,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
): Promise<PaypalAccount> {
  const before = await readFor(side, actor, accountId, 'resume')
  const ref = { companyId: actor.companyId, accountId }
  const looked = await lookAt(side, ref, 'person')
  if (!looked) throw refuse('paypalAccount.onHold', { label: before.label })
  const seen = await inCompany(side.pool, ref.companyId, (db) => writeObservation(db, ref, looked))
  if (isBroken(seen)) throw refusal(before, seen)
  return inCompany(side.pool, ref.companyId, async (db) => {
    await activate(db, ref, ['paused', 'limited', 'disconnected'])
    return recorded(db, actor, 'resume', before)
  })
}

const isBroken = ({ stop, token }: Observation) => stop !== undefined || 'code' in token

function refusal({ label }: PaypalAccount, seen: Observation) {
  if (seen.stop?.code === 'merchantTwice')
    return refuse('paypalAccount.merchantTaken', {
      label: seen.stop.detail,
      merchantId: seen.merchantId ?? '',
    })
  if (seen.stop)
    return refuse('paypalAccount.stillBroken', {
      label,
      why: accountStopWords[seen.stop.code] ?? seen.stop.detail,
    })
  return 'code' in seen.token
    ? refusalOf(seen.token, label)
    : refuse('paypalAccount.wrongState', { label })
}
