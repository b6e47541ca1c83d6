import { chromium } from 'playwright'

const [user, lang, width, out, ...steps] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(width) < 500 ? 844 : 900 } })
page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)))
await page.addInitScript((l) => localStorage.setItem('umi_locale', l), lang)
await page.goto('http://localhost:5173/user/login')
const answer = await page.evaluate(
  async (u) =>
    await (
      await fetch('/api/login/account', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: u, password: 'paydesk-demo', type: 'account' }),
      })
    ).json(),
  user,
)
await page.evaluate((t) => localStorage.setItem('PaypalManageToken', t), answer.data.token)
let n = 0
const shot = async () => {
  await page.waitForTimeout(900)
  await page.screenshot({ path: `${out}-${n++}.png` })
}
for (const step of steps) {
  const [what, ...rest] = step.split('=')
  const arg = rest.join('=')
  if (what === 'go') {
    await page.goto('http://localhost:5173' + arg)
    await page
      .locator('h1, [data-row-key]')
      .first()
      .waitFor({ timeout: 60000 })
      .catch(() => 0)
    await page.waitForTimeout(1500)
  }
  if (what === 'click') await page.locator(arg).first().click()
  if (what === 'key') await page.keyboard.press(arg)
  if (what === 'type') await page.keyboard.type(arg)
  if (what === 'eval') console.log(JSON.stringify(await page.evaluate(arg)))
  if (what === 'wait') await page.waitForTimeout(Number(arg))
  if (what === 'shot') await shot()
}
await browser.close()
