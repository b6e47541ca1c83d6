import { expect, picture, test } from '../lib/fixtures.ts'
import { openInOwnCompany } from '../lib/ownCompany.ts'
import { api } from '../lib/stories.ts'

type Made = { id: string; version: number; phone: string }

const says = {
  'zh-CN': { edit: /编\s*辑/, phone: '电话', save: /保\s*存/, unknown: '正在核实操作结果…' },
  'en-US': {
    edit: 'Edit',
    phone: 'Phone',
    save: 'Save',
    unknown: 'Checking whether this was done…',
  },
}

for (const locale of ['zh-CN', 'en-US'] as const)
  test(`what was saved while the database went away is told as uncertain, looked up, and done once (${locale})`, {
    tag: '@gate',
  }, async ({ page }) => {
    const { token, people } = await openInOwnCompany(page, '/payPalBill/customer', locale)
    const { lead } = await people()
    const body = { name: 'Fjord AS', email: 'ap@fjord.example', ownerId: lead }
    const { id } = (await api<Made>('POST', '/api/customer', { token, body })).body.data
    const keys: (string | undefined)[] = []
    await page.route(`**/api/customer/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      // Each time it is done or found done, and the first two answers are lost.
      const response = await route.fetch()
      if (keys.length > 2) return route.fulfill({ response })
      const lost = {
        success: false,
        data: null,
        errorCode: 'commit.unknown',
        errorMessage: '',
        showType: 4,
      }
      return route.fulfill({ status: 503, json: lost })
    })
    await page.goto(`/payPalBill/customer/${id}`)
    const { edit, phone, save, unknown } = says[locale]
    await page.getByRole('button', { name: edit }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(phone).fill('+4722000000')
    await dialog.getByRole('button', { name: save }).click()
    await expect(page.getByText(unknown)).toBeVisible()
    await picture(page, `not-certain-${locale}`)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('+4722000000')).toBeVisible()
    await expect(page.getByText(unknown)).toBeHidden()
    await picture(page, `certain-again-${locale}`)
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
    expect(keys[0]).toBeTruthy()
    expect((await api<Made>('GET', `/api/customer/${id}`, { token })).body.data).toMatchObject({
      version: 2,
      phone: '+4722000000',
    })
  })
