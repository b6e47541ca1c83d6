import { confirmMatches, decideRefunds, playBill } from './bills.ts'
import {
  harborCustomers as customers,
  dice,
  harborGoods as goods,
  harborTitles as titles,
} from './cast.ts'
import { openOffice } from './office.ts'
import { planBills } from './plan.ts'
import type { Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

/**
 * A smaller company, in London, in pounds: its admin also refunds and reconciles, and nobody can
 * agree to that but another person.
 */
export async function playHarbor(
  stage: Stage,
  timeline: Timeline,
  { seed, bills, days }: { seed: number; bills: number; days: number },
): Promise<void> {
  const office = await openOffice(stage, timeline, {
    people: ['harbor-admin', 'harbor-ops'],
    finance: 'harbor-admin',
    boss: 'harbor-admin',
    customers,
    accounts: [
      {
        label: 'Harbor Goods',
        name: 'Harbor Goods',
        email: 'pay@harborgoods.example',
        country: 'GB',
        primary: 'GBP',
        takes: ['GBP', 'EUR'],
      },
    ],
  })
  const market = { customers, goods, titles, timezoneHours: 0 }
  for (const plan of planBills(dice(seed + 1), market, {
    from: timeline.from,
    to: timeline.end,
    count: bills,
  }))
    playBill(office, plan)
  for (let day = 2; day < days - 2; day += 7) {
    timeline.add(timeline.day(day, 9), () => decideRefunds(office))
    timeline.add(timeline.day(day, 9.2), () => confirmMatches(office))
  }
}
