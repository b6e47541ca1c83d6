import { expect, test } from 'vitest'
import { choicesFrom, defaultSettings } from './settings.ts'

test('the settings object has the fields of the spec, with its values', () => {
  expect(defaultSettings).toEqual({
    navTheme: 'light',
    colorPrimary: '#1890ff',
    layout: 'top',
    contentWidth: 'Fluid',
    fixedHeader: false,
    fixSiderbar: true,
    colorWeak: false,
    title: '收款管理',
    pwa: true,
    logo: '/logo.svg',
    iconfontUrl: '',
  })
})

test('remembered choices are taken over', () => {
  expect(choicesFrom('{"layout":"side","colorWeak":true}')).toMatchObject({
    layout: 'side',
    colorWeak: true,
    contentWidth: 'Fluid',
  })
})

test.each(['top', 'side', 'mix'])('navigation can be %s', (layout) => {
  expect(choicesFrom(JSON.stringify({ layout })).layout).toBe(layout)
})

test.each([
  null,
  '',
  'not json',
  '[]',
  'null',
  '1',
  '{"layout":1,"fixedHeader":"yes","unknown":true}',
  '{"layout":"bottom","navTheme":"dark","contentWidth":"Wide"}',
])('%j gives the defaults', (stored) => {
  expect(choicesFrom(stored)).toEqual(choicesFrom('{}'))
})
