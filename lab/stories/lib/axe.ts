import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Long enough for a dialog or a panel to have faded in: colours are judged as they are seen. */
const fadedMs = 400

/** What axe finds serious or critical on the page. */
export async function serious(page: Page, axe = new AxeBuilder({ page })): Promise<string[]> {
  await page.waitForTimeout(fadedMs)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}
