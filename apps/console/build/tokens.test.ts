import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = new URL('../src/', import.meta.url)
const tokensIn = (file: string) =>
  readFileSync(new URL(file, src), 'utf8').match(/--(ant-[\w-]+|fill)\b/g) ?? []

test('style sheets of the pages before sign-in use only what tokens.css has: antd, with all the others, is not there', () => {
  const sheets = [
    'app/global.css',
    'people/session/*.css',
    'shared/session/*.css',
    'ui/{LanguageSelect,TextTabs,Toasts}.module.css',
    'ui/plain/*.css',
    'ui/form/{FormNotice,TextField}.module.css',
    'ui/page/{PageLoading,StatePage}.module.css',
  ]
  const known = new Set(tokensIn('app/tokens.css'))
  const used = globSync(sheets, { cwd: fileURLToPath(src) }).flatMap(tokensIn)
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})
