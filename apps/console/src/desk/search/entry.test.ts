import { expect, test } from 'vitest'
import { type Command, commandsFor } from './entry.ts'

const commands: Command[] = [
  { id: 'new', group: 'actions', label: '新建账单', words: 'new bill' },
  { id: 'bills', group: 'pages', label: '账单列表', words: '/payPalBill/list' },
  { id: 'audit', group: 'pages', label: 'Audit log', words: '/admin/auditLog' },
]
const found = (typed: string) => {
  const { best, rest } = commandsFor(typed, commands)
  return [best.map(({ id }) => id), rest.map(({ id }) => id)]
}

test('commands that begin with the words come first, commands that contain them come after the records', () => {
  expect(found('账单')).toEqual([['bills'], ['new']])
  expect(found('audit')).toEqual([['audit'], []])
  expect(found('BILL')).toEqual([[], ['new', 'bills']])
  expect(found('nothing')).toEqual([[], []])
})
