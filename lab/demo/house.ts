import { ruleApi } from '@paydesk/contract/desk/rule'
import { viewApi } from '@paydesk/contract/office/view'
import { foldFigures } from '../../apps/api/src/desk/home/folder.ts'
import type { Office } from './bills.ts'
import { dayMs, hourMs } from './plan.ts'
import type { Actor, Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

const looks = [
  'paypal.sweep',
  'refund.sweep',
  'dispute.sweep',
  'paypalAccount.lookAtAll',
  'problem.watch',
  'notice.remind',
]

/**
 * What workers do every minute, the story does when it matters: accounts are read each week and
 * after each month's end.
 */
export function keepReading(stage: Stage, timeline: Timeline, timezoneHours: number, days: number) {
  for (let day = 0; day < days; day++) {
    const local = new Date(timeline.day(day, 0) + timezoneHours * hourMs)
    const isFirst = local.getUTCDate() === 1
    const looksRound = day % 28 === 21
    if (isFirst || day % 7 === 0 || day >= days - 2)
      timeline.add(timeline.day(day, 19.5), async () => {
        await stage.tick('transaction.readDue')
        if (!looksRound) return
        // After the reading: whoever looks for accounts that have stopped finds none.
        await stage.tick(...looks)
        await foldFigures(stage.pool)
      })
  }
}

/** The last look, so that what people see first is of today. */
export async function lookOnce(stage: Stage) {
  await stage.tick('paypal.sweep', 'refund.sweep', 'dispute.sweep', 'paypalAccount.lookAtAll')
  await stage.tick('transaction.readDue')
  await stage.tick('problem.watch', 'notice.remind')
}

/** Rules and views of the first company, made by the people who need them. */
export function keepHouse(office: Office, days: number) {
  const { timeline, stage, boss, finance, people } = office
  const begins = Math.max(1, days - 10)
  timeline.add(timeline.day(begins, 2.5), () => makeRules(office))
  for (let day = begins + 1; day < days; day++)
    timeline.add(timeline.day(day, 1.2), () => stage.tick('rule.sweep'))
  timeline.add(timeline.day(Math.max(1, days - 30), 3), async () => {
    const lead = people.get('wangfang') as Actor
    const view = (
      actor: Actor,
      list: 'bill' | 'transaction' | 'customer',
      name: string,
      query: string,
      shared: boolean,
    ) => stage.call(actor, viewApi.create, { body: { list, name, query, columns: null, shared } })
    await view(finance, 'bill', '逾期未付', 'tab=overdue', true)
    await view(finance, 'bill', '欧元未收', 'tab=outstanding&currency=EUR', false)
    await view(lead, 'bill', '本组草稿', 'tab=draft', false)
    await view(boss, 'customer', '大客户', 'tag=大客户', true)
    await view(finance, 'transaction', '未匹配收款', 'match=unmatched', true)
  })
}

async function makeRules({ stage, timeline, boss, finance }: Office) {
  const userIds = [boss.userId, finance.userId]
  const startAt = new Date(
    timeline.day(0, 1) + Math.floor((Date.now() - timeline.day(0, 0)) / dayMs) * dayMs + dayMs,
  ).toISOString()
  const none = { days: null, times: null, hours: null, userIds: [] as string[] }
  const rules = [
    {
      name: '到期前 3 天提醒',
      description: '每天早上提醒快到期的客户',
      template: 'remindBeforeDue',
      type: 'daily',
      params: { ...none, days: 3 },
      on: true,
    },
    {
      name: '收款日报',
      description: '管理员和财务每天早上看',
      template: 'dailySummary',
      type: 'daily',
      params: { ...none, userIds },
      on: true,
    },
    {
      name: '月度对账单',
      description: '月初发给财务归档',
      template: 'monthlyStatement',
      type: 'monthly',
      params: { ...none, userIds: [finance.userId] },
      on: true,
    },
    {
      name: '超期 60 天自动取消',
      description: '先关着，等财务确认口径',
      template: 'cancelUnpaid',
      type: 'weekly',
      params: { ...none, days: 60 },
      on: false,
    },
  ] as const
  for (const { on, ...rule } of rules) {
    const { id, version } = await stage.call(boss, ruleApi.create, {
      body: { ...rule, params: { ...rule.params, userIds: [...rule.params.userIds] }, startAt },
    })
    if (on) await stage.call(boss, ruleApi.update, { body: { id, version, enabled: true } })
  }
}
