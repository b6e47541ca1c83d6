/**
 * `npm run screenshots -- gallery`: every part of the screens in its states, languages and themes,
 * into screenshots/gallery.png. The page is there in development only, so this starts the console's
 * own development server; it needs no API.
 */
import { createServer } from 'vite'
import { expect, test } from '../lib/fixtures.ts'

test('gallery', async ({ page }) => {
  test.setTimeout(180_000)
  const server = await createServer({
    root: new URL('../../../apps/console', import.meta.url).pathname,
    server: { port: 0, strictPort: false },
  })
  try {
    await server.listen()
    const address = server.httpServer?.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await page.setViewportSize({ width: 1180, height: 900 })
    await page.goto(`http://127.0.0.1:${port}/dev/gallery`)
    await expect(page.getByText('Complete')).toBeAttached({ timeout: 120_000 })
    await page.screenshot({ path: 'screenshots/gallery.png', fullPage: true })
  } finally {
    await server.close()
  }
})
