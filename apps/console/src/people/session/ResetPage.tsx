import { paths } from '@paydesk/contract/lib/paths'
import { loginApi } from '@paydesk/contract/people/login'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { session } from '../../lib/api/session.ts'
import { t } from '../../lib/i18n.ts'
import { takeLinkToken } from '../../lib/linkToken.ts'
import { NewPasswordForm } from '../../shared/session/NewPasswordForm.tsx'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import styles from './LoginPage.module.css'

// Taken when the module loads, before React may render twice: the token can be taken only once.
const token = takeLinkToken()

/** The page that the link of a "forgot password" e-mail leads to. */
export default function ResetPage() {
  const [done, setDone] = useState(false)
  async function reset(password: string) {
    await call(loginApi.reset, { body: { token, password } }, { skipErrorHandler: true })
    // The reset has ended all sessions, including one that this browser may have had.
    session.remove()
    setDone(true)
  }
  return (
    <SignInFrame pageTitle={t('menu.reset')} title={t('reset.title')} subtitle={t('reset.explain')}>
      {done && <FormNotice notice={{ type: 'success', text: t('reset.done') }} />}
      {!done && !token && <FormNotice notice={{ type: 'error', text: t('link.broken') }} />}
      {!done && token && (
        <NewPasswordForm own={[]} submitLabel={t('reset.submit')} onSubmit={reset} />
      )}
      <div className={styles.others}>
        <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
        {!done && <PlaceLink to={paths.forgot()}>{t('link.again')}</PlaceLink>}
      </div>
    </SignInFrame>
  )
}
