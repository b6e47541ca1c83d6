import type { Route } from '@playwright/test'
import { expect, type Page, test, tokenOf } from '../lib/fixtures.ts'
import { pages } from '../lib/pages.ts'

/**
 * What people, payers or PayPal may have written, so that some reader of it runs it. Each calls
 * `__ran` with its number (§).
 */
const codes = [
  '<script>__ran(§)</script>',
  '<img src=x onerror=__ran(§)>',
  '"><svg onload=__ran(§)>',
  "'><body onload=__ran(§)>",
  '<iframe srcdoc="<script>parent.__ran(§)</script>"></iframe>',
  'javascript:__ran(§)',
  '<a href="javascript:__ran(§)">x</a>',
  '<details open ontoggle=__ran(§)>',
  '<math><mtext><table><mglyph><style><img src onerror=__ran(§)>',
  '</textarea><script>__ran(§)</script>',
  '</title></style></noscript><script>__ran(§)</script>',
  '{{constructor.constructor("__ran(§)")()}}',
  '$' + '{__ran(§)}',
  '<svg><animate onbegin=__ran(§) attributeName=x dur=1s>',
  '<input autofocus onfocus=__ran(§)>',
  '<video><source onerror=__ran(§)></video>',
  '<object data="data:text/html,<script>parent.__ran(§)</script>"></object>',
  '<base href="//elsewhere.invalid/">__ran(§)',
  '<meta http-equiv=refresh content="0;url=javascript:__ran(§)">',
  '<style>@import "//elsewhere.invalid/§.css"</style>',
  '--><script>__ran(§)</script>',
  '" onmouseover="__ran(§)" style="position:fixed;inset:0',
  '<scr<script>ipt>__ran(§)</scr</script>ipt>',
  '<form><button formaction="javascript:__ran(§)">x</button></form>',
  'data:text/html,<script>opener.__ran(§)</script>',
]
const disguises: ((code: string) => string)[] = [
  (code) => code,
  (code) =>
    code.replace(
      /<(\/?)(\w+)/g,
      (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`,
    ),
  (code) => `">${code}`,
  (code) => `';${code}`,
  (code) => `\t\n${code}`,
  (code) => code.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (code) => code + code,
  (code) => encodeURIComponent(code).replace(/%28/g, '('),
]
const payloads = disguises
  .flatMap((disguise) => codes.map(disguise))
  .map((text, n) => text.replaceAll('§', String(n)).replaceAll(encodeURIComponent('§'), String(n)))

/**
 * Fields that hold what somebody wrote. Of what PayPal sent, which is shown as it came, every text
 * is.
 */
const written =
  /(name|label|title|note|memo|terms|reason|detail|subject|email|emails|description|device|address|tags|line[12]|city|postalCode|phone|url|failure|customField|before|after)$/i
const asItCame = /^raw$/

/** Plants texts in an answer of the API, and notes which of them it used. */
function plant(value: unknown, key: string, used: Set<number>, all = false): unknown {
  if (Array.isArray(value)) return value.map((one) => plant(one, key, used, all))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        plant(one, name, used, all || asItCame.test(name)),
      ]),
    )
  if (typeof value !== 'string' || !(all || written.test(key))) return value
  const n = count++ % payloads.length
  used.add(n)
  return payloads[n]
}
let count = 0

/**
 * What stands in the page although it could only have come out of a text; nothing if all is well.
 */
const brokenOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((one) => {
      const bad = [...one.attributes].filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          (['href', 'src', 'action', 'formaction', 'data'].includes(name) &&
            value.includes('__ran')),
      )
      return bad.map(({ name, value }) => `<${one.localName} ${name}=${value}>`)
    }),
  )

// Each page is visited with planted answers: some thirty of them.
test.setTimeout(180_000)
test('what looks like code stays text on every page, whatever field it stands in', async ({
  page,
  signInAs,
  baseURL,
}) => {
  expect(new Set(payloads).size).toBe(200)
  const token = await tokenOf(baseURL as string, 'super')
  const firstId = async (path: string) => {
    const answer = await fetch(`${baseURL}/api/${path}?current=1&pageSize=10`, {
      headers: { authorization: token },
    })
    return ((await answer.json()) as { data: { list: { id: string }[] } }).data.list[0]?.id
  }
  const [bill, customer, transaction] = [
    await firstId('payPalBill'),
    await firstId('customer'),
    await firstId('paypalTransaction'),
  ]
  const used = new Set<number>()
  const ran: unknown[] = []
  const asked: string[] = []
  await page.exposeFunction('__ran', (n: unknown) => void ran.push(n))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'elsewhere.invalid') asked.push(request.url())
  })
  let [open, visited] = [0, 0]
  const answer = async (route: Route) => {
    open++
    await planted(route)
      .catch((error: Error) => {
        // Whoever asked was left for the next page while the answer was on its way.
        if (!error.message.includes('Response has been disposed')) throw error
      })
      .finally(() => open--)
  }
  const planted = async (route: Route) => {
    const response = await route.fetch()
    if (!response.headers()['content-type']?.startsWith('application/json'))
      return route.fulfill({ response })
    const body = (await response.json()) as { data: unknown }
    return route.fulfill({ response, json: { ...body, data: plant(body.data, '', used) } })
  }
  await signInAs('super')
  // The stream of changes never ends, and cannot be read whole.
  await page.route(/\/api\/(?!stream|changes)/, answer)
  for (const { path } of pages) {
    const id = path.includes('payPalBill')
      ? bill
      : path.includes('customer')
        ? customer
        : path.includes('transaction')
          ? transaction
          : undefined
    if (/01900000/.test(path) && !id) continue
    visited++
    await page.goto(path.replace(/01900000[-\w]*/, id ?? ''))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Twice: what is shown may ask for more.
    for (let look = 0; look < 2; look++) {
      await expect.poll(() => open).toBe(0)
      await page.waitForTimeout(200)
    }
    expect([path, await brokenOut(page)]).toEqual([path, []])
  }
  expect(visited).toBeGreaterThan(20)
  expect(used.size).toBe(200)
  expect([ran, asked]).toEqual([[], []])
})
