import { z } from 'zod'
import { type Access, canAccess, type Holder } from '../lib/access.ts'
import { endpoint } from '../lib/endpoint.ts'
import { ById } from '../lib/page.ts'
import { Version } from '../lib/record.ts'

/**
 * The lists that can be kept as views, with the permission of each list's own call (a test
 * compares). They are spelled out, so that a page need not load all calls.
 */
export const listAccess = {
  bill: 'ViewPayPalBill|ViewAllPayPalBill',
  customer: 'ViewCustomer',
  transaction: 'ViewPaypalTransaction',
  reconciliation: 'ReconcileTransaction',
  dispute: 'ViewDispute',
  approval: 'ApproveRefund',
  event: 'ViewPaypalAccount',
  operation: 'ViewPaypalAccount',
  user: 'ViewUser',
  company: 'superAdmin',
  auditLog: 'ViewAuditLog',
} as const satisfies Record<string, Access>
const viewLists = Object.keys(listAccess) as [ViewList, ...ViewList[]]
export type ViewList = keyof typeof listAccess

/** A view may hold a customer's name, so only people who see the list see its views. */
export const canView = (user: Holder, list: ViewList) => canAccess(user, listAccess[list])
/** People who may also export the list decide what everyone finds in their menu. */
export const canShareView = (user: Holder) => canAccess(user, 'ExportData')

/** The limit per person and list, and of shared views per list: a menu cannot show more. */
export const maxViews = 50

const Columns = z.array(z.string().min(1).max(40)).min(1).max(60)
const fields = {
  name: z.string().trim().min(1).max(50),
  /** What stands after the `?` of the list's address, without the page. */
  query: z.string().max(2000),
  /** The columns in their order; null: the person's own choice. */
  columns: Columns.nullable(),
  shared: z.boolean(),
}

export const View = z.object({
  ...fields,
  id: z.uuid(),
  ownerName: z.string(),
  /** The view is mine, or I may change it as an admin. */
  editable: z.boolean(),
  mine: z.boolean(),
  version: z.int(),
})
export type View = z.infer<typeof View>

const OfList = z.object({ list: z.enum(viewLists) })
const Choice = z.object({ columns: Columns.nullable(), defaultViewId: z.uuid().nullable() })

export const viewApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/view',
    permission: 'signedIn',
    personal: false,
    summary: 'My views of a list and those that are shared, and what I chose for it',
    query: OfList,
    reply: z.object({ list: z.array(View), choice: Choice }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/view',
    permission: 'signedIn',
    personal: false,
    summary: 'Keep filters and columns of a list under a name; sharing them needs ExportData',
    stepUp: 'never',
    body: OfList.extend(fields),
    reply: View,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/view/:id',
    permission: 'signedIn',
    personal: false,
    summary: 'Change a view of mine; admins also what others have shared',
    stepUp: 'never',
    params: ById,
    body: z.object(fields).partial().extend({ version: Version }),
    reply: View,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/view/:id',
    permission: 'signedIn',
    personal: false,
    summary: 'Delete a view of mine; admins also what others have shared',
    stepUp: 'never',
    params: ById,
    reply: z.null(),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/view/choice',
    permission: 'signedIn',
    personal: false,
    summary: 'The columns that I want in a list, and the view that it opens with',
    stepUp: 'never',
    body: OfList.extend(Choice.partial().shape),
    reply: Choice,
  }),
}
