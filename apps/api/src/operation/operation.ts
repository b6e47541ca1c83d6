import type { operationKinds } from '@paydesk/contract/bill'
import { z } from 'zod'
import { announce } from '../lib/change.ts'
import type { Db } from '../lib/db.ts'
import type { JobKind, Jobs } from '../lib/job.ts'
import { toJsonb } from '../lib/json.ts'

export type OperationKind = (typeof operationKinds)[number]

export const OperationData = z.object({ companyId: z.uuid(), operationId: z.uuid() })
/** Mostly waiting for PayPal, so many at once; each account's own pause (429) holds its operations back. */
export const performOperation: JobKind<typeof OperationData> = { name: 'operation.perform', data: OperationData, concurrency: 8 }

export type NewOperation = {
  companyId: string
  accountId: string
  billId: string
  kind: OperationKind
  request?: object
  actor: { userId: string | null; name: string }
}

/**
 * The intention to call PayPal and the job that does, in the caller's transaction: neither exists without the other, and the bill
 * says that it is busy from the same moment.
 */
export async function startOperation(
  db: Db,
  jobs: Jobs,
  { companyId, accountId, billId, kind, request, actor }: NewOperation,
): Promise<string> {
  const { id } = await db
    .insertInto('operation')
    .values({
      companyId,
      accountId,
      billId,
      kind,
      request: toJsonb(request ?? {}),
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await Promise.all([
    db.updateTable('bill').set({ operationId: id }).where('companyId', '=', companyId).where('id', '=', billId).execute(),
    jobs.enqueue(db, performOperation, { companyId, operationId: id }),
    announce(db, companyId, [{ entity: 'operation', id }]),
  ])
  return id
}
