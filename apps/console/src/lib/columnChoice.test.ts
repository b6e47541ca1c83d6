import { expect, test } from 'vitest'
import { arrange, choiceOf, chosenColumns } from './columnChoice.ts'

const columns = [{ key: 'number' }, { key: 'title' }, { key: 'due' }, { title: 'actions' }]
const shown = (choice: string[] | null) =>
  chosenColumns(columns, choice).map((column) => ('key' in column ? column.key : column.title))

test('columns keep the list’s order or take the chosen one, without hidden ones; actions stay at the end', () => {
  expect(shown(null)).toEqual(['number', 'title', 'due', 'actions'])
  expect(shown(['due', 'number', '-title'])).toEqual(['due', 'number', 'actions'])
})

test('columns that the choice does not know are shown, those that are gone are not', () => {
  expect(shown(['due', '-number', 'gone'])).toEqual(['due', 'title', 'actions'])
  expect(shown(['-number', '-title', '-due'])).toEqual(['number', 'title', 'due', 'actions'])
})

test('an arrangement becomes the same choice again', () => {
  const choice = ['due', '-number', 'title']
  expect(choiceOf(arrange(['number', 'title', 'due'], choice))).toEqual(choice)
})
