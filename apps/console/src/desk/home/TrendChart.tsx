import type { Currency } from '@paydesk/contract/lib/money'
import { toDecimal } from '@paydesk/contract/lib/money'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { figuresIn, formatMoney } from '../../lib/format.ts'
import { direction, locale, t } from '../../lib/i18n.ts'
import styles from './HomePage.module.css'
import type { Step } from './trend.ts'

const rightToLeft = direction === 'rtl'
/** The height of a bar does not need the last digit; the tooltip and the table have the exact amounts. */
const heightOf = (amountMinor: number, currency: Currency) => Number(toDecimal({ amountMinor, currency }))
const short = new Intl.NumberFormat(figuresIn(locale), { notation: 'compact', maximumFractionDigits: 1 })
const axis = { stroke: 'var(--ant-color-text-description)', fontSize: 12, tickLine: false }

export default function TrendChart({ steps, currency }: { steps: Step[]; currency: Currency }) {
  const data = steps.map((step) => ({
    ...step,
    collected: heightOf(step.collectedMinor, currency),
    refunded: heightOf(step.refundedMinor, currency),
  }))
  return (
    <ResponsiveContainer width="100%" height={240} initialDimension={{ width: 320, height: 240 }}>
      <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
        <CartesianGrid vertical={false} stroke="var(--ant-color-split)" />
        <XAxis
          {...axis}
          dataKey="name"
          reversed={rightToLeft}
          minTickGap={16}
          tickFormatter={(name: string) => (name.length > 7 ? name.slice(5) : name)}
        />
        <YAxis
          {...axis}
          axisLine={false}
          width={52}
          orientation={rightToLeft ? 'right' : 'left'}
          tickFormatter={(value: number) => short.format(value)}
        />
        <Tooltip cursor={{ fill: 'var(--ant-color-fill-tertiary)' }} content={<Hint currency={currency} />} />
        <Legend iconType="square" iconSize={10} formatter={(name) => <span className={styles.legend}>{name}</span>} />
        <Bar dataKey="collected" name={t('home.collected')} fill="var(--ant-color-primary)" maxBarSize={40} isAnimationActive={false} />
        <Bar dataKey="refunded" name={t('home.refunded')} fill="#d48806" maxBarSize={40} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

type HintProps = { currency: Currency; active?: boolean; payload?: readonly { payload: Step }[] }

function Hint({ currency, active, payload }: HintProps) {
  const step = payload?.[0]?.payload
  if (!active || !step) return null
  const lines = [
    [t('home.collected'), step.collectedMinor],
    [t('home.refunded'), step.refundedMinor],
    [t('home.fees'), step.feeMinor],
  ] as const
  return (
    <div className={styles.hint}>
      <strong>{step.name}</strong>
      {lines.map(([label, amountMinor]) => (
        <div key={label}>
          {label} {formatMoney({ amountMinor, currency }, locale)}
        </div>
      ))}
    </div>
  )
}
