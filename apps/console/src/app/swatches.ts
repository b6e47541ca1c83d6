import type { Choices } from './settings.ts'

/**
 * A theme colour and its readable shades, from antd's own palettes. #1890ff on white is 3.24:1,
 * below the 4.5:1 that text needs: it stays `colorPrimary` (spec §2) for borders and marks, while
 * text uses `ink` and anything under white text `fill`.
 */
export const swatches = [
  { name: 'daybreak', color: '#1890ff', fill: '#096dd9', inkOnDark: '#40a9ff' },
  { name: 'dust', color: '#f5222d', fill: '#cf1322', inkOnDark: '#ff7875' },
  { name: 'volcano', color: '#fa541c', fill: '#ad2102', inkOnDark: '#ff7a45' },
  { name: 'sunset', color: '#faad14', fill: '#874d00', inkOnDark: '#faad14' },
  { name: 'cyan', color: '#13c2c2', fill: '#006d75', inkOnDark: '#36cfc9' },
  { name: 'green', color: '#52c41a', fill: '#237804', inkOnDark: '#73d13d' },
  { name: 'geekblue', color: '#2f54eb', fill: '#1d39c4', inkOnDark: '#85a5ff' },
  { name: 'purple', color: '#722ed1', fill: '#531dab', inkOnDark: '#b37feb' },
] as const

export const swatchOf = (color: string) =>
  swatches.find((swatch) => swatch.color === color) ?? swatches[0]

export function inkOf({ colorPrimary, navTheme }: Choices) {
  const swatch = swatchOf(colorPrimary)
  return navTheme === 'realDark' ? swatch.inkOnDark : swatch.fill
}

/**
 * Also the class on <html> (app/start.tsx), so that our own style sheets can use antd's variables.
 */
export const cssVarKey = 'paydesk'
