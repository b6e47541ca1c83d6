import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '../lib/fixtures.ts'

/** The copy of the console that this run serves. */
const dist = new URL(`file://${process.env.E2E_CONSOLE_DIR}/`)

test.describe('spec §1, §4: progressive web app', () => {
  test.use({ serviceWorkers: 'allow' })
  // These stories change or depend on the one service worker of this origin.
  test.describe.configure({ mode: 'serial' })

  test('is installable: a manifest with name, icons, start page and standalone display, and a worker', async ({
    page,
    request,
  }) => {
    await page.goto('/user/login')
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const manifest = await (await request.get(href as string)).json()
    expect(manifest).toMatchObject({
      name: '收款管理',
      display: 'standalone',
      start_url: '/welcome',
    })
    for (const { src, sizes } of manifest.icons)
      expect([sizes, (await request.get(src)).headers()['content-type']]).toEqual([
        sizes,
        'image/png',
      ])
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  })

  test('going offline shows a warning; the shell still opens', { tag: '@gate' }, async ({
    page,
    signInAs,
    context,
    allow,
  }) => {
    await signInAs('admin')
    await page.goto('/welcome')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await context.setOffline(true)
    await expect(page.getByText('当前处于离线状态')).toBeVisible()
    await page.reload()
    await expect(page.getByText('暂时无法连接服务器')).toBeVisible()
    await context.setOffline(false)
  })

  test('an update asks first; after confirming, the waiting worker takes over, old caches go and the page reloads', async ({
    page,
    signInAs,
  }) => {
    const file = new URL('sw.js', dist)
    const [original, compressed] = [
      readFileSync(file),
      ['br', 'gz'].filter((ending) => existsSync(new URL(`sw.js.${ending}`, dist))),
    ]
    expect(compressed).toEqual([])
    await signInAs('admin')
    await page.goto('/welcome')
    await page.evaluate(() =>
      navigator.serviceWorker.ready.then(() => caches.open('stale-cache')).then(() => true),
    )
    try {
      writeFileSync(file, Buffer.concat([original, Buffer.from('\n// the next release\n')]))
      await page.reload()
      await expect(page.getByText('有新内容')).toBeVisible()
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: '刷新' }).click()
      await reloaded
      await expect(page.getByRole('banner')).toBeVisible()
      const names = await page.evaluate(() => caches.keys())
      expect(names).not.toContain('stale-cache')
      expect(names.some((name) => name.startsWith('workbox-precache'))).toBe(true)
      expect(
        await page.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
        ),
      ).toBeNull()
    } finally {
      writeFileSync(file, original)
    }
  })
})
