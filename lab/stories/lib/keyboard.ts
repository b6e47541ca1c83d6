import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Works without a mouse, and counts: every key that is pressed, and every text that is typed as
 * one.
 */
export function keyboardOf(page: Page) {
  let count = 0
  const press = async (key: string) => {
    count++
    await page.keyboard.press(key)
  }
  return {
    press,
    type: async (text: string) => {
      count++
      await page.keyboard.type(text)
    },
    /** Tab by Tab, as somebody without a mouse has to. */
    tabTo: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      await target.waitFor()
      const isFocused = () => target.evaluate((element) => element === document.activeElement)
      for (let turn = 0; turn < 40 && !(await isFocused()); turn++) await press(key)
      await expect(target).toBeFocused()
    },
    count: () => count,
  }
}
