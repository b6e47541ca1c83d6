import { lazy, Suspense, useState } from 'react'
import { t, withTexts } from '../../lib/i18n.ts'
import { loadChunk } from '../../lib/lazyPage.ts'
import { place } from '../../lib/place.ts'
import { SignInFrame } from '../../shared/session/SignInFrame.tsx'
import { FormNotice, type Notice } from '../../ui/form/FormNotice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { TextTabs } from '../../ui/TextTabs.tsx'
import { AccountForm } from './AccountForm.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { useMethods, useReturnAfterSignIn, useSignInReply, useTarget } from './signIn.ts'

// Most people never see this page at the office, so its code is loaded when it is needed.
const SecondFactorPage = lazy(() =>
  loadChunk(withTexts(['session'], () => import('./SecondFactorPage.tsx'))),
)

export default function LoginPage() {
  const target = useTarget()
  const back = useReturnAfterSignIn(target)
  const methods = useMethods()
  const [unreachable] = useState(() => place.left().unreachable === true)
  const { challenge, accept, restart } = useSignInReply()
  const [method, setMethod] = useState<'account' | 'phone'>('account')
  const [remember, setRemember] = useState(false)
  const [notice, setNotice] = useState<Notice | undefined>(
    unreachable ? { type: 'warning', text: t('login.unreachable') } : undefined,
  )

  if (challenge)
    return (
      <Suspense fallback={<PageLoading fullScreen />}>
        <SecondFactorPage
          challenge={challenge}
          onOver={(text) => {
            setNotice(text ? { type: 'error', text } : undefined)
            restart()
          }}
        />
      </Suspense>
    )
  const form = {
    notice: <FormNotice notice={notice} />,
    onNotice: setNotice,
    onReply: accept,
    remember,
    onRemember: setRemember,
  }
  return (
    <SignInFrame
      pageTitle={t('menu.login')}
      title={t('login.title', { product: t('brand.name') })}
      subtitle={t('login.subtitle')}
    >
      <TextTabs
        label={t('login.methods')}
        active={method}
        onChange={(next) => {
          setMethod(next)
          setNotice(undefined)
        }}
        tabs={[
          { key: 'account', label: t('login.account'), content: <AccountForm {...form} /> },
          {
            key: 'phone',
            label: t('login.phone'),
            content: <PhoneForm {...form} available={methods?.phone !== false} />,
          },
        ]}
      />
      <OtherWays
        methods={methods}
        remember={remember}
        target={target}
        onNotice={setNotice}
        {...(unreachable && { retry: back })}
      />
    </SignInFrame>
  )
}
