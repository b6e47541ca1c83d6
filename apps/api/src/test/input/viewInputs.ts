import { type Inputs, type Making, one, unique } from './making.ts'

export const viewRecords = {
  /** A view of the caller's own. */
  view: ({ t, companyId, caller, mark }: Making) =>
    one(
      t,
      `insert into list_view (company_id, owner_id, owner_name, list, name, query)
       values ($1, $2, 'A', 'bill', $3, 'tab=overdue')
       returning id`,
      [companyId, caller.userId, `${mark} ${unique()}`],
    ),
}

const byView = async (making: Making) => ({ params: { id: await viewRecords.view(making) } })

export const viewInputs: Inputs = {
  'GET /api/view': () => ({ query: { list: 'bill' } }),
  'POST /api/view': () => ({
    body: { list: 'bill', name: `A ${unique()}`, query: '', columns: ['number'], shared: false },
  }),
  'PATCH /api/view/:id': async (making) => ({
    ...(await byView(making)),
    body: { name: `B ${unique()}`, version: 1 },
  }),
  'DELETE /api/view/:id': byView,
  'PUT /api/view/choice': async (making) => ({
    body: { list: 'bill', columns: ['number'], defaultViewId: await viewRecords.view(making) },
  }),
}
