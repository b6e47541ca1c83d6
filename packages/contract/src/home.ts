import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AmountMinor, Currency } from './money.ts'
import { Instant } from './page.ts'

/** Figures of the bills that the user may see; null when they may see none. */
export const Home = z.object({
  asOf: Instant,
  outstanding: z
    .array(
      z.object({
        currency: Currency,
        dueMinor: AmountMinor,
        count: z.int(),
        overdueMinor: AmountMinor,
        overdueCount: z.int(),
      }),
    )
    .nullable(),
})
export type Home = z.infer<typeof Home>

export const homeApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/home',
    permission: 'signedIn',
    summary: 'What the home page shows',
    personal: false,
    reply: Home,
  }),
}
