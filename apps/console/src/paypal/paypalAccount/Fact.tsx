import type { ReactNode } from 'react'
import { t, textPack } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { ageText, isOld } from './age.ts'
import { oldText } from './oldText.ts'
import styles from './PaypalAccountPage.module.css'

type Props = {
  name: string
  /** The fact also stands in words, because a colour alone says nothing. */
  tone: Tone
  text: string
  at?: string | null
  /** After this many minutes the fact counts as old, and says so. */
  maxMinutes?: number
  now: number
  children?: ReactNode
}

/** One fact: its state, its time, and whether that is recent enough. */
export function Fact({ name, tone, text, at, maxMinutes, now, children }: Props) {
  const old = at && maxMinutes !== undefined && isOld(at, now, maxMinutes)
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <StatusTag tone={old && tone === 'green' ? 'amber' : tone}>{text}</StatusTag>
        {at && (
          <span className={styles.when}>
            <Time at={at} />{' '}
            <bdi>{t('paypalAccount.age', { age: ageText(at, now, textPack) })}</bdi>
          </span>
        )}
        {old && <span className={styles.old}>{oldText(maxMinutes)}</span>}
        {children}
      </dd>
    </div>
  )
}
