import type { Id } from '@paydesk/contract/lib/id'
export type AccountRef = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }
