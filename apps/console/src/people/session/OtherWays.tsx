import type { Reply } from '@paydesk/contract/lib/endpoint'
import { paths } from '@paydesk/contract/lib/paths'
import type { loginApi } from '@paydesk/contract/people/login'
import { t } from '../../lib/i18n.ts'
import type { Notice } from '../../ui/form/FormNotice.tsx'
import { Button } from '../../ui/plain/Button.tsx'
import { Icon } from '../../ui/plain/Icon.tsx'
import { PlaceLink } from '../../ui/plain/PlaceLink.tsx'
import { useAttempt } from './form.ts'
import styles from './LoginPage.module.css'
import { enter } from './signIn.ts'

type Props = {
  methods: Reply<typeof loginApi.methods> | undefined
  remember: boolean
  target: string
  onNotice: (notice?: Notice) => void
  retry?: () => void
}

/**
 * Buttons for the ways to sign in that this installation offers, and whom to ask about the others.
 */
export function OtherWays({ methods, remember, target, onNotice, retry }: Props) {
  const { busy, attempt } = useAttempt(onNotice)
  const explain = (key: 'login.other.explain' | 'login.register.explain') => () =>
    onNotice({ type: 'info', text: t(key) })
  const withPasskey = () =>
    attempt(
      async () => (await import('./passkey.ts')).signInWithPasskey(remember),
      (reply) => ('token' in reply ? enter(reply) : onNotice({ type: 'warning', text: reply.why })),
    )
  const withProvider = () =>
    attempt(
      async () => (await import('./provider.ts')).departToProvider(remember, target),
      () => undefined,
    )
  const offersMore = methods?.passkey || methods?.oidc
  return (
    <>
      {offersMore && (
        <div className={styles.ways}>
          <span className={styles.waysTitle}>{t('login.other')}</span>
          {methods.passkey && (
            <Button
              size="large"
              block
              icon={<Icon name="key" />}
              disabled={busy}
              onClick={withPasskey}
            >
              {t('login.passkey')}
            </Button>
          )}
          {methods.oidc && (
            <Button
              size="large"
              block
              icon={<Icon name="login" />}
              disabled={busy}
              onClick={withProvider}
            >
              {methods.oidc.label}
            </Button>
          )}
        </div>
      )}
      <div className={styles.others}>
        {methods && !offersMore && (
          <Button
            kind="link"
            className={styles.inlineLink}
            onClick={explain('login.other.explain')}
          >
            {t('login.other')}
          </Button>
        )}
        <Button
          kind="link"
          className={styles.inlineLink}
          onClick={explain('login.register.explain')}
        >
          {t('login.register')}
        </Button>
        {methods?.mailbox && <PlaceLink to={paths.mailbox()}>{t('login.mailbox')}</PlaceLink>}
        {retry && (
          <Button kind="link" className={styles.inlineLink} onClick={retry}>
            {t('action.retry')}
          </Button>
        )}
      </div>
    </>
  )
}
