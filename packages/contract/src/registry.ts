import { billApi } from './bill.ts'
import type { Endpoint } from './endpoint.ts'
import { healthApi } from './health.ts'
import { homeApi } from './home.ts'
import { loginApi } from './login.ts'
import { noticeApi } from './notice.ts'

/** Every call of the product. Tests enumerate it; and fail for a route that is not in it. */
export const registry = { health: healthApi, login: loginApi, home: homeApi, notice: noticeApi, bill: billApi }

export const allEndpoints: Endpoint[] = Object.values(registry).flatMap((calls) => Object.values(calls) as Endpoint[])
