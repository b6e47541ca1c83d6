import { theme } from 'antd'
import { expect, test } from 'vitest'
import { choicesFrom } from './settings.ts'
import { swatches } from './swatches.ts'
import { themeOf } from './theme.ts'

/**
 * antd's tokens that style sheets use where antd is not loaded: on the pages before sign-in, and in
 * every page's first moment.
 */
const ofEveryColour = [
  'colorText',
  'colorTextSecondary',
  'colorTextDescription',
  'colorTextDisabled',
  'colorTextPlaceholder',
  'colorBgContainer',
  'colorBgContainerDisabled',
  'colorBgElevated',
  'colorBgLayout',
  'colorBorder',
  'colorSplit',
  'colorFillSecondary',
  'colorFillQuaternary',
  'colorSuccess',
  'colorSuccessBg',
  'colorSuccessBorder',
  'colorWarning',
  'colorWarningBg',
  'colorWarningBorder',
  'colorError',
  'colorErrorBg',
  'colorErrorBorder',
  'colorErrorOutline',
] as const
const ofOneColour = [
  'colorPrimary',
  'colorPrimaryHover',
  'colorLink',
  'colorInfo',
  'colorInfoBg',
  'colorInfoBorder',
  'controlOutline',
] as const

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** Written as the formatter writes. */
const asFormatted = (value: string) => value.replace(/,(?=\d)/g, ', ')

function rule(
  selector: string,
  navTheme: 'light' | 'realDark',
  { color, fill }: (typeof swatches)[number],
  whole: boolean,
) {
  const tokens = theme.getDesignToken(
    themeOf({ ...choicesFrom(null), navTheme, colorPrimary: color }),
  )
  const names = whole ? [...ofEveryColour, ...ofOneColour] : ofOneColour
  const lines = names.map((name) => `  --ant-${kebab(name)}: ${asFormatted(String(tokens[name]))};`)
  return `${selector} {\n${[...lines, `  --fill: ${fill};`].join('\n')}\n}\n`
}

test('tokens.css says what antd’s theme says; `vitest -u` writes it', async () => {
  const [first, ...others] = swatches
  const rules = [
    rule('html', 'light', first, true),
    rule('html[data-theme="dark"]', 'realDark', first, true),
    ...others.flatMap((swatch) => [
      rule(`html[data-colour="${swatch.name}"]`, 'light', swatch, false),
      rule(`html[data-theme="dark"][data-colour="${swatch.name}"]`, 'realDark', swatch, false),
    ]),
  ]
  await expect(rules.join('\n')).toMatchFileSnapshot('./tokens.css')
})
