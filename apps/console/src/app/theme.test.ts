import { expect, test } from 'vitest'
import { choicesFrom } from './settings.ts'
import { inkOf, swatches } from './swatches.ts'
import { themeOf } from './theme.ts'

/** WCAG 2 relative luminance and contrast. */
function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string) {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test.each(swatches.map((swatch) => [swatch.name, swatch] as const))(
  '%s is readable as text and under text',
  (_, { fill, inkOnDark }) => {
    expect(contrast(fill, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(fill, '#f5f5f5')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(inkOnDark, '#1f1f1f')).toBeGreaterThanOrEqual(4.5)
  },
)

test('the primary colour is the one of the spec; text on and in it is the darker shade', () => {
  const choices = choicesFrom(null)
  expect(themeOf(choices).token?.colorPrimary).toBe('#1890ff')
  expect(themeOf(choices).components?.Button?.colorPrimary).toBe('#096dd9')
  expect(inkOf(choices)).toBe('#096dd9')
})

test('an unknown remembered colour falls back to the default swatch', () => {
  expect(inkOf({ ...choicesFrom(null), colorPrimary: 'red' })).toBe('#096dd9')
})
