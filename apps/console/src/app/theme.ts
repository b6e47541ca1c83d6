import { type ThemeConfig, theme } from 'antd'
import type { Choices } from './settings.ts'
import { cssVarKey, inkOf, swatchOf } from './swatches.ts'

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
      // The one in global.css, which is there before antd is.
      fontFamily: 'var(--font-family)',
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
