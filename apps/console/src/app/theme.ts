import { type ThemeConfig, theme } from 'antd'
import type { Choices } from './settings.ts'

/**
 * A theme colour and its readable shades, from antd's own palettes. #1890ff on white is 3.24:1, below the 4.5:1 that text
 * needs: it stays `colorPrimary` (spec §2) for borders and marks, while text uses `ink` and anything under white text `fill`.
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

const swatchOf = (color: string) => swatches.find((swatch) => swatch.color === color) ?? swatches[0]

/** Also the class on <html> (main.tsx), so that our own style sheets can use antd's variables. */
export const cssVarKey = 'paydesk'

export function inkOf({ colorPrimary, navTheme }: Choices) {
  const swatch = swatchOf(colorPrimary)
  return navTheme === 'realDark' ? swatch.inkOnDark : swatch.fill
}

const selectedRow = (color: string) => ({ rowSelectedBg: color, rowSelectedHoverBg: color })

/** Low rows, and the selected entry as a quiet field instead of a line. */
const menuOf = (ink: string, selectedBg: string) => ({
  itemHeight: 36,
  itemMarginBlock: 2,
  itemMarginInline: 8,
  itemPaddingInline: 12,
  itemBorderRadius: 6,
  subMenuItemBorderRadius: 6,
  subMenuItemBg: 'transparent',
  collapsedWidth: 56,
  activeBarHeight: 0,
  activeBarBorderWidth: 0,
  horizontalItemBorderRadius: 6,
  itemSelectedColor: ink,
  itemSelectedBg: selectedBg,
  subMenuItemSelectedColor: ink,
  horizontalItemHoverColor: 'currentColor',
  horizontalItemSelectedColor: ink,
  horizontalItemSelectedBg: selectedBg,
})

export function themeOf(choices: Choices, motion = true): ThemeConfig {
  const dark = choices.navTheme === 'realDark'
  const { color, fill } = swatchOf(choices.colorPrimary)
  const ink = inkOf(choices)
  const filled = { colorPrimary: fill, colorPrimaryHover: fill, colorPrimaryActive: fill }
  const written = { colorPrimary: ink, colorPrimaryHover: ink, colorPrimaryActive: ink }
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: cssVarKey },
    token: {
      colorPrimary: color,
      colorInfo: color,
      colorLink: ink,
      colorLinkHover: ink,
      colorLinkActive: ink,
      colorBgLayout: dark ? '#000000' : '#f7f8fa',
      colorError: dark ? '#ff7875' : '#cf1322',
      // antd's own colours have a contrast of 3.4:1 and 1.8:1.
      colorTextDescription: dark ? 'rgba(255,255,255,0.65)' : 'rgba(0,0,0,0.62)',
      colorTextTertiary: dark ? 'rgba(255,255,255,0.65)' : 'rgba(0,0,0,0.62)',
      colorTextPlaceholder: dark ? 'rgba(255,255,255,0.5)' : 'rgba(0,0,0,0.56)',
      motion,
      borderRadius: 6,
      // Latin fonts come first in every system: a Chinese font would set the apostrophe as wide as a character.
      fontFamily:
        "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    },
    components: {
      Button: {
        ...filled,
        primaryShadow: 'none',
        defaultHoverColor: ink,
        defaultHoverBorderColor: ink,
        defaultActiveColor: ink,
        ...(dark && { dangerColor: '#141414' }),
      },
      Pagination: written,
      Menu: menuOf(ink, dark ? 'rgba(255,255,255,0.08)' : `${color}14`),
      // antd's own colours leave links on a selected row below 4.5:1.
      Table: dark ? selectedRow('#111d2c') : selectedRow('#f0f8ff'),
      Segmented: { itemSelectedColor: ink },
      Tabs: { itemSelectedColor: ink, itemHoverColor: ink, itemActiveColor: ink, inkBarColor: ink },
    },
  }
}
