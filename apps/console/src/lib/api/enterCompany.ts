import { paths } from '@paydesk/contract/lib/paths'
import { companyApi } from '@paydesk/contract/people/company'
import { call } from './api.ts'

/**
 * Written when the company changes, to notify other tabs: they share the session, and so the
 * company.
 */
const companyKey = 'PaypalManageCompany'

/**
 * The page is loaded anew in another company, so that no data of the previous one stays in memory.
 */
export async function enterCompany(id: string) {
  await call(companyApi.enter, { params: { id } })
  localStorage.setItem(companyKey, `${id} ${Date.now()}`)
  window.location.assign(paths.welcome())
}

/** A tab must not go on showing one company's data while its next request works in another. */
export function followCompany() {
  window.addEventListener('storage', (event) => {
    if (event.key === companyKey) window.location.assign(paths.welcome())
  })
}
