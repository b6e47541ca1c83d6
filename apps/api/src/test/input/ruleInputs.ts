import { type Inputs, type Making, one } from './making.ts'

export const ruleRecords = {
  rule: ({ t, companyId, mark }: Making) =>
    one(
      t,
      `insert into rule (company_id, name, description, template, type, start_at, params)
       values (
         $1, $2, 'Five letters', 'remindBeforeDue', 'daily', '2026-01-01T01:00:00Z',
         '{"days":3,"times":null,"hours":null,"userIds":[]}'
       )
       returning id`,
      [companyId, `Rule ${mark}`],
    ),
}

const byRule = async (making: Making) => ({ params: { id: await ruleRecords.rule(making) } })

export const ruleInputs: Inputs = {
  'GET /api/rule': () => ({ query: { name: 'Rule' } }),
  'POST /api/rule': ({ caller, companyId }) => ({
    body: {
      name: 'A',
      description: 'Every morning',
      template: 'dailySummary',
      type: 'daily',
      startAt: '2026-01-01T01:00:00.000Z',
      // A super admin who acts in another company is no user of it.
      params: caller.companyId === companyId ? { userIds: [caller.userId] } : {},
    },
  }),
  'PUT /api/rule': async (making) => ({
    body: { id: await ruleRecords.rule(making), version: 1, name: 'B', params: { days: 2 } },
  }),
  'DELETE /api/rule': async (making) => ({ body: { ids: [await ruleRecords.rule(making)] } }),
  'GET /api/rule/:id/run': byRule,
  'GET /api/rule/:id/preview': byRule,
}
