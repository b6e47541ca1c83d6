import { lazy, Suspense, useMemo } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t, withTexts } from '../../lib/i18n.ts'
import { useDesktop } from '../../ui/useWide.ts'
import { menuFor, placeOf } from '../landing.ts'
import type { Route } from '../route.ts'
import { layoutRoutes } from '../routes.ts'
import { useChoices } from '../settings.ts'
import { ActingBanner } from './ActingBanner.tsx'
import { Brand } from './Brand.tsx'
import { Header } from './Header.tsx'
import { IdentityQuestion } from './identity/IdentityQuestion.tsx'
import styles from './Layout.module.css'
import { Live } from './Live.tsx'
import { MobileMenuButton } from './MobileMenuButton.tsx'
import { Navigation } from './Navigation.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { Sider } from './Sider.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useLayoutSettings } from './tool/LayoutSettings.tsx'
import { Tools } from './tool/Tools.tsx'
import { useSearch } from './tool/useSearch.tsx'

const mainId = 'main'
/** Almost nobody ever sees it, so nobody else loads it. */
const QuarantineBanner = lazy(withTexts(['quarantine'], () => import('./QuarantineBanner.tsx')))
const withoutPages = ({ children: _, ...route }: Route): Route => route

/**
 * The main layout around every page that has one: header, side menu and page are places of one
 * grid (style sheet).
 */
export default function Layout() {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const { layout, contentWidth, menuFolded } = useChoices()
  const mode = useDesktop() ? layout : 'mobile'
  const menu = useMemo(() => menuFor(user, layoutRoutes), [user])
  const { route, group } = placeOf(pathname, menu)
  const settings = useLayoutSettings()
  const search = useSearch()

  const label = t('layout.navigation')
  const current = route?.path
  const inSider = { top: undefined, mobile: undefined, side: menu, mix: group?.children }[mode]
  const header = (
    <Header key="header">
      {mode === 'mobile' && <MobileMenuButton routes={menu} current={current} />}
      {mode === 'side' ? search.button : <Brand />}
      {mode === 'top' && <Navigation mode="horizontal" routes={menu} {...{ label, current }} />}
      {mode === 'mix' && (
        <Navigation
          mode="horizontal"
          routes={menu.map(withoutPages)}
          label={label}
          current={group?.path ?? current}
        />
      )}
      <Tools search={mode !== 'side' && search.button} settings={settings.button} />
    </Header>
  )
  const sider = inSider && (
    <Sider
      // Another group has other pages.
      key={`sider ${mode === 'mix' && group?.path}`}
      label={mode === 'mix' && group ? t(`menu.${group.name}`) : label}
      routes={inSider}
      current={current}
      withBrand={mode === 'side'}
    />
  )
  const looks = [
    styles.frame,
    styles[mode],
    inSider && styles.withSider,
    inSider && menuFolded && styles.folded,
  ]
  return (
    <div className={looks.filter(Boolean).join(' ')}>
      <SkipLink to={mainId} />
      <RouteAnnouncer />
      <IdentityQuestion />
      {/* The order in which Tab goes through them. The page keeps its place, so that another
          navigation does not load it again. */}
      {mode === 'side' ? [sider, header] : [header, sider]}
      <div className={styles.body}>
        {user.quarantined && (
          <Suspense>
            <QuarantineBanner />
          </Suspense>
        )}
        {user.actingElsewhere && <ActingBanner />}
        <main
          id={mainId}
          tabIndex={-1}
          className={contentWidth === 'Fixed' ? `${styles.page} ${styles.fixedWidth}` : styles.page}
        >
          <Outlet />
        </main>
      </div>
      {settings.panel}
      {search.palette}
      <Live />
    </div>
  )
}
