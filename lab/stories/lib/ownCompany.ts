import type { Page } from '@playwright/test'
import { api, openAs } from './stories.ts'

type Invited = { username: string; name: string; email: string; parentId?: string }
type Made = { id: string; version: number }

let counter = 0
/** Two processes run tests at the same time, so the code holds the process id. */
const fresh = () => `${process.pid.toString(36)}${(counter++).toString(36)}`.slice(-7).toUpperCase()

/**
 * A fresh browser loads the whole console with its first page: on a busy machine that takes longer
 * than any later step.
 */
export const rowsLoaded = (page: Page) =>
  page.locator('tbody tr[data-row-key]').first().waitFor({ timeout: 30_000 })

/**
 * Opens a page as a super admin who acts in a new company, so that no other story sees the changes
 * that this one makes.
 */
export async function openInOwnCompany(page: Page, path: string, locale = 'zh-CN') {
  const token = await openAs(page, 'super', '/logo.svg', locale)
  const code = `T${fresh()}`
  const name = `测试公司 ${code}`
  const fields = {
    name,
    legalName: '',
    code,
    country: 'C2',
    timezone: 'Asia/Shanghai',
    baseCurrency: 'USD',
  }
  const id = (await api<Made>('POST', '/api/company', { token, body: fields })).body.data.id
  // Without this the story would continue in the company that all others share.
  const entered = await api('POST', `/api/company/${id}/enter`, { token, body: {} })
  if (!entered.body.success) throw new Error(`Not entered: ${JSON.stringify(entered.body)}`)
  const invite = async (user: Invited) =>
    (await api<Made>('POST', '/api/user', { token, body: user })).body.data
  const people = async () => {
    const invited = async (who: string, label: string, parentId?: string) =>
      (
        await invite({
          username: `${who}-${code}`,
          name: label,
          email: `${who}@example.com`,
          ...(parentId && { parentId }),
        })
      ).id
    const lead = await invited('lead', '组长')
    return {
      lead,
      member: await invited('member', '组员', lead),
      other: await invited('other', '旁人'),
    }
  }
  const open = async () => {
    await page.goto(path)
    await rowsLoaded(page)
  }
  return { token, id, code, name, people, open }
}
