import { expect, test } from 'vitest'
import { otherLocales } from './antdLocales.ts'
import { directionOf, type Locale, localeFrom, locales, textPackOf } from './locale.ts'

test('the selector lists about fifty locales, each once', () => {
  expect(locales.length).toBeGreaterThanOrEqual(50)
  expect(new Set(locales).size).toBe(locales.length)
})

test('zh-CN is the language when nothing, or something unknown, is stored', () => {
  expect(localeFrom(null)).toBe('zh-CN')
  expect(localeFrom('')).toBe('zh-CN')
  expect(localeFrom('xx-YY')).toBe('zh-CN')
  expect(localeFrom('toString')).toBe('zh-CN')
  expect(localeFrom('ja-JP')).toBe('ja-JP')
})

test('Chinese locales read the Chinese texts, all others the English ones', () => {
  expect(locales.filter((locale) => textPackOf(locale) === 'zh-CN')).toEqual([
    'zh-CN',
    'zh-HK',
    'zh-TW',
  ])
})

test('he, ar, fa and ku are written right to left, nothing else is', () => {
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual([
    'ar-EG',
    'fa-IR',
    'he-IL',
    'ku-IQ',
  ] satisfies Locale[])
})

test('every locale has antd and dayjs locales to load', () => {
  expect(['zh-CN', 'en-US', ...Object.keys(otherLocales)].sort()).toEqual([...locales].sort())
})
