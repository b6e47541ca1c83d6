import { type TextKey, t } from '../lib/i18n.ts'
import type { RouteName } from '../lib/routeName.ts'
import styles from './BeingBuilt.module.css'
import { useTitle } from './useTitle.ts'

type BuildingName = TextKey extends infer Key ? (Key extends `building.${infer Name}` ? Name : never) : never

/** The honest state of a page that does not exist yet: what it will do, and no figures that are not real. */
export default function BeingBuilt({ name }: { name: RouteName }) {
  const page = t(`menu.${name}`)
  useTitle(page)
  return (
    <section className={styles.page}>
      <Blueprint />
      <h1 className={styles.title}>{t('building.title', { page })}</h1>
      <p className={styles.text}>{t(`building.${name as BuildingName & RouteName}`)}</p>
      <p className={styles.note}>{t('building.note')}</p>
    </section>
  )
}

const Blueprint = () => (
  <svg className={styles.picture} viewBox="0 0 180 120" fill="none" aria-hidden="true">
    <rect x="20.5" y="12.5" width="139" height="95" rx="8" stroke="currentColor" strokeDasharray="5 5" />
    <path d="M20 36h140" stroke="currentColor" strokeDasharray="5 5" />
    <g stroke="currentColor" strokeWidth="6" strokeLinecap="round" opacity=".45">
      <path d="M38 58h44M38 74h70M38 90h30" />
    </g>
    <circle cx="134" cy="72" r="16" fill="var(--ant-color-primary)" opacity=".16" />
    <path d="M134 62v10l7 5" stroke="var(--ant-color-primary)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
