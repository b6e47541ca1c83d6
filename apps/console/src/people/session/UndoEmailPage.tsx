import { paths } from '@paydesk/contract/lib/paths'
import { loginApi } from '@paydesk/contract/people/login'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { session } from '../../lib/api/session.ts'
import { t } from '../../lib/i18n.ts'
import { takeLinkToken } from '../../lib/linkToken.ts'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice, type Notice } from '../../ui/form/FormNotice.tsx'
import { Button } from '../../ui/plain/Button.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import { useAttempt } from './form.ts'
import styles from './LoginPage.module.css'

// Taken when the module loads, before React may render twice: the token can be taken only once.
const token = takeLinkToken()

/**
 * The page that the link to somebody's former address leads to. Nothing happens before the button:
 * mail scanners open links too.
 */
export default function UndoEmailPage() {
  const [notice, setNotice] = useState<Notice | undefined>(
    token ? undefined : { type: 'error', text: t('link.broken') },
  )
  const [over, setOver] = useState(!token)
  const [done, setDone] = useState(false)
  const { busy, attempt } = useAttempt(setNotice)
  const undo = () =>
    attempt(
      () => call(loginApi.undoEmail, { body: { token } }, { skipErrorHandler: true }).catch(asOver),
      (reply) => {
        setOver(reply === undefined)
        if (!reply) return setNotice({ type: 'error', text: t('undoEmail.over') })
        // All sessions have ended, including one that this browser may have had.
        session.remove()
        setDone(true)
        setNotice({ type: 'success', text: t('undoEmail.done', reply) })
      },
    )
  return (
    <SignInFrame
      pageTitle={t('menu.undoEmail')}
      title={t('undoEmail.title')}
      subtitle={t('undoEmail.explain')}
    >
      <FormNotice notice={notice} />
      {!done && !over && (
        <>
          <p>{t('undoEmail.effect')}</p>
          <Button kind="primary" size="large" block busy={busy} onClick={() => void undo()}>
            {t('undoEmail.submit')}
          </Button>
        </>
      )}
      <div className={styles.others}>
        {done ? (
          <PlaceLink to={paths.forgot()}>{t('undoEmail.toForgot')}</PlaceLink>
        ) : (
          <PlaceLink to={paths.login()}>{t('action.toLogin')}</PlaceLink>
        )}
      </div>
    </SignInFrame>
  )
}

/** A link that is over stays over, so the button goes and the words say what to do. */
function asOver(error: unknown): undefined {
  if (error instanceof ApiError && error.errorCode === 'login.linkOver') return undefined
  throw error
}
