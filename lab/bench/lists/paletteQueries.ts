import { searchApi } from '@paydesk/contract/desk/search'
import { search } from '../../../apps/api/src/desk/search/search.ts'
import { at, type Class, type Target } from './ask.ts'
import type { World } from './load.ts'

const palette: Target = { endpoint: searchApi.search, run: search }
const find = (
  keyword: (world: World, turn: number) => string,
  who: 'finance' | 'lead' = 'finance',
): Class => ({
  barMs: 150,
  ask: (world, turn) => ({
    of: palette,
    token: world[who],
    query: { keyword: keyword(world, turn) },
  }),
})

const customerOf = ({ customers }: World, turn: number) => at(customers, turn)

/**
 * The palette (Ctrl+K): finds any of the company's bills by number, customer or e-mail, and also by
 * a word half typed.
 */
export const paletteClasses: Record<string, Class> = {
  paletteNumber: find(({ numbers }, turn) => at(numbers, turn)),
  paletteNumberPart: find(({ numbers }, turn) => at(numbers, turn).slice(0, -1 - (turn % 3))),
  paletteCustomer: find((world, turn) => customerOf(world, turn).name),
  paletteCustomerPart: find((world, turn) => customerOf(world, turn).name.slice(0, 2 + (turn % 3))),
  paletteEmail: find((world, turn) => customerOf(world, turn).email),
  paletteEmailPart: find((world, turn) =>
    customerOf(world, turn).email.slice(turn % 2 ? 0 : 2, turn % 2 ? 6 : 12),
  ),
  paletteNoMatch: find((_, turn) =>
    at(
      [`没有${'甲乙丙丁'[turn % 4]}`, `zzqx${turn}`, `nobody${turn}@nowhere`, '不存在的公司名'],
      turn,
    ),
  ),
  paletteLetter: find((_, turn) => at(['a', 'x1', 'q', '灯', '%'], turn)),
  paletteTeam: find(
    (world, turn) =>
      turn % 2 ? customerOf(world, turn).name.slice(0, 3) : customerOf(world, turn).email,
    'lead',
  ),
}
