import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { useTitle } from '../../ui/page/useTitle.ts'
import { BrandPanel } from './BrandPanel.tsx'
import styles from './SignInFrame.module.css'

type Props = { pageTitle: string; title: string; subtitle: string; children: ReactNode }

/** The frame of every page before sign-in. */
export function SignInFrame({ pageTitle, title, subtitle, children }: Props) {
  useTitle(pageTitle)
  return (
    <div className={styles.page}>
      <BrandPanel />
      <main className={styles.main}>
        <div className={styles.language}>
          <LanguageSelect />
        </div>
        <div className={styles.form}>
          <img className={styles.logo} src="/logo.svg" alt="" width={44} height={44} />
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
          {children}
        </div>
        <footer className={styles.footer}>{t('login.footer', { product: t('brand.name') })}</footer>
      </main>
    </div>
  )
}
