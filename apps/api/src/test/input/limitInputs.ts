import { make } from '../make.ts'
import { type Inputs, type Making, one } from './making.ts'

export const limitRecords = {
  /**
   * Someone else asks that one more person may approve up to 5.00, unless a person is given who
   * asks.
   */
  limitChange: async ({ t, companyId, mark }: Making, askedBy?: string) => {
    const { userId } = await make.user(t, { companyId })
    const asker = askedBy ?? (await make.user(t, { companyId })).userId
    return one(
      t,
      `insert into limit_change (company_id, user_id, before, after, asked_by, asked_by_name)
       values ($1, $2, null, '[{"currency": "USD", "amountMinor": 500}]', $3, $4) returning id`,
      [companyId, userId, asker, `Asker ${mark}`],
    )
  },
}

const byOther = async (making: Making) => ({
  params: { id: await limitRecords.limitChange(making) },
})

export const limitInputs: Inputs = {
  'GET /api/limitChange': () => ({}),
  'GET /api/limitChange/:id': byOther,
  'POST /api/limitChange': async ({ t, companyId }) => ({
    body: {
      userId: (await make.user(t, { companyId })).userId,
      approvalLimits: [{ currency: 'USD', amountMinor: 100 }],
    },
  }),
  'POST /api/limitChange/:id/approve': byOther,
  'POST /api/limitChange/:id/reject': byOther,
  'POST /api/limitChange/:id/withdraw': async (making) => ({
    params: { id: await limitRecords.limitChange(making, making.caller.userId) },
  }),
}
