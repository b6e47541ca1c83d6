import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { t } from '../lib/i18n.ts'
import { productTitle } from '../lib/product.ts'
import { safeRedirect } from '../lib/redirect.ts'
import { useSession } from '../lib/session.ts'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import { TextTabs } from '../ui/TextTabs.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { AccountForm } from './AccountForm.tsx'
import { BrandPanel } from './BrandPanel.tsx'
import { LoginNotice, type Notice } from './LoginNotice.tsx'
import styles from './LoginPage.module.css'
import { OtherWays } from './OtherWays.tsx'
import { PhoneForm } from './PhoneForm.tsx'

export default function LoginPage() {
  useTitle(t('menu.login'))
  const goBack = useReturnAfterSignIn()
  const unreachable = useLocation().state?.unreachable === true
  const [method, setMethod] = useState<'account' | 'phone'>('account')
  const [notice, setNotice] = useState<Notice | undefined>(
    unreachable ? { type: 'warning', text: t('login.unreachable'), retry: goBack } : undefined,
  )

  const change = (next: typeof method) => {
    setMethod(next)
    setNotice(undefined)
  }
  const form = { notice: <LoginNotice notice={notice} />, onNotice: setNotice }
  return (
    <div className={styles.page}>
      <BrandPanel />
      <main className={styles.main}>
        <div className={styles.language}>
          <LanguageSelect />
        </div>
        <div className={styles.form}>
          <img className={styles.logo} src="/logo.svg" alt="" width={44} height={44} />
          <h1 className={styles.title}>{t('login.title', { product: productTitle })}</h1>
          <p className={styles.subtitle}>{t('login.subtitle')}</p>
          <TextTabs
            label={t('login.methods')}
            active={method}
            onChange={change}
            tabs={[
              { key: 'account', label: t('login.account'), content: <AccountForm {...form} /> },
              { key: 'phone', label: t('login.phone'), content: <PhoneForm {...form} /> },
            ]}
          />
          <OtherWays onNotice={setNotice} />
        </div>
        <footer className={styles.footer}>{t('login.footer', { product: productTitle })}</footer>
      </main>
    </div>
  )
}

/**
 * A new token, from this form or from another tab, returns the person to where they were.
 * The token that was there on arrival does not count: it is the one that did not work.
 */
function useReturnAfterSignIn() {
  const { token } = useSession()
  const [arrivedWith] = useState(token)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const target = safeRedirect(search.get('redirect'), window.location.origin)
  const signedIn = token !== '' && token !== arrivedWith
  useEffect(() => {
    if (signedIn) navigate(target, { replace: true })
  }, [signedIn, navigate, target])
  return () => void navigate(target, { replace: true })
}
