import { Suspense, useLayoutEffect } from 'react'
import { loadAntdLocale } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { usePlace } from '../lib/place.ts'
import { PageLoading } from '../ui/page/PageLoading.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { loadConsole } from './early.ts'
import { componentOf } from './pageComponent.ts'
import { ErrorBoundary } from './router/ErrorBoundary.tsx'
import { useChoices } from './settings.ts'
import { signInPageAt } from './signInPages.ts'
import { swatchOf } from './swatches.ts'

const LazyConsole = lazyPage(async () => {
  const [{ Console, startConsole }, antdLocale] = await Promise.all([
    loadConsole(),
    loadAntdLocale(),
  ])
  startConsole()
  return { default: () => <Console antdLocale={antdLocale} /> }
})

/**
 * A page of signing in, or the console. The former need neither antd, nor a router, nor a cache of
 * answers, and load none.
 */
export function Root() {
  useAppearance()
  const page = usePlace(signInPageAt)
  const SignInPage = page && componentOf(page)
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<PageLoading fullScreen />}>
          {SignInPage ? <SignInPage name={page.name} /> : <LazyConsole />}
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  )
}

/**
 * The person's choices of the layout panel, as far as style sheets need them; tokens.css
 * has the colours.
 */
function useAppearance() {
  const { navTheme, colorPrimary, colorWeak } = useChoices()
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.theme = navTheme === 'realDark' ? 'dark' : 'light'
    root.dataset.colour = swatchOf(colorPrimary).name
    root.toggleAttribute('data-weak', colorWeak)
  }, [navTheme, colorPrimary, colorWeak])
}
