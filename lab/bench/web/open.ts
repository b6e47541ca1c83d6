import { chromium, type Page } from '@playwright/test'
import { tokenKey } from '../../stack/session.ts'

export type Opened = {
  openings: number
  clickMs: number
  keyMs: number
  p75Ms: number
  worstMs: number
}

type Seen = { seen: number[] }

const slowedTimes = 4
const eachWay = process.argv.includes('--short') ? 4 : 24
/**
 * A press takes a moment, and a record is looked at before the next one: its own answer comes and
 * is drawn meanwhile.
 */
const pressMs = 60
const lookMs = 1200

/**
 * How long the window takes to answer when a bill is opened from its list: from the press to the
 * next frame that shows what it did (Interaction to Next Paint, by the browser's own event timing),
 * with the processor slowed four times. Rows are clicked, and opened by Enter and j and k.
 */
export async function openings(url: string, token: string): Promise<Opened> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [tokenKey, token],
    )
    await page.addInitScript(watchInteractions)
    await page.goto(`${url}/payPalBill/list`)
    await page.locator('tbody tr[data-row-key]').nth(9).waitFor()
    // What is loaded once, with the first record, is no part of the question.
    await page.locator('tbody tr[data-row-key] td:nth-child(3)').first().click()
    await recordShown(page)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(500)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedTimes })
    const clicked = await byClick(page)
    const keyed = await byKeys(page)
    const all = [...clicked, ...keyed]
    return {
      openings: all.length,
      clickMs: p75(clicked),
      keyMs: p75(keyed),
      p75Ms: p75(all),
      worstMs: Math.max(...all),
    }
  } finally {
    await browser.close()
  }
}

async function byClick(page: Page): Promise<number[]> {
  const took: number[] = []
  const rows = await page.locator('tbody tr[data-row-key]').count()
  for (let turn = 0; turn < eachWay; turn++) {
    // Every second time the panel was closed before, and the list has to make room for it.
    if (turn % 2 === 0 && turn > 0) {
      await page.keyboard.press('Escape')
      await page.locator('section[tabindex="-1"]').waitFor({ state: 'detached' })
      await page.waitForTimeout(lookMs)
    }
    const row = page.locator('tbody tr[data-row-key]').nth((turn * 3) % rows)
    took.push(await timed(page, () => row.locator('td').nth(2).click({ delay: pressMs })))
  }
  return took
}

async function byKeys(page: Page): Promise<number[]> {
  await page.keyboard.press('Escape')
  await page.locator('tbody tr[data-row-key] [data-opens]').first().focus()
  const took = [await timed(page, () => page.keyboard.press('Enter', { delay: pressMs }))]
  const rows = await page.locator('tbody tr[data-row-key]').count()
  for (let turn = 1; turn < eachWay; turn++) {
    const down = Math.floor((turn - 1) / (rows - 1)) % 2 === 0
    took.push(await timed(page, () => page.keyboard.press(down ? 'j' : 'k', { delay: pressMs })))
  }
  return took
}

/** The longest of the events of one interaction, as the browser counts it. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as Seen).seen.splice(0))
  await act()
  await recordShown(page)
  await page.waitForTimeout(lookMs)
  const seen = await page.evaluate(() => (globalThis as unknown as Seen).seen)
  // Shorter than the browser reports at all.
  return Math.max(16, ...seen)
}

const recordShown = async (page: Page) => {
  await page.locator('tr[aria-current]').waitFor()
  await page.locator('section[tabindex="-1"] header h2').waitFor()
}

function watchInteractions() {
  const seen: number[] = []
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      duration: number
      interactionId?: number
    }[])
      if (entry.interactionId) seen.push(Math.round(entry.duration))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as never)
}

const p75 = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.75)] ?? 0
