import { ProLayout } from '@ant-design/pro-components'
import { canSuperAdmin } from '@paydesk/contract/lib/access'
import { useMemo } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { menuFor } from '../landing.ts'
import { layoutRoutes, type Route } from '../routes.ts'
import { defaultSettings, useChoices } from '../settings.ts'
import { layoutTokenOf } from '../theme.ts'
import { ActingBanner } from './ActingBanner.tsx'
import { Brand } from './Brand.tsx'
import { CollapseButton } from './CollapseButton.tsx'
import { CompanySwitch } from './CompanySwitch.tsx'
import { HelpLink } from './HelpLink.tsx'
import { IdentityQuestion } from './IdentityQuestion.tsx'
import { icons } from './icons.tsx'
import styles from './Layout.module.css'
import { useLayoutSettings } from './LayoutSettings.tsx'
import { Live } from './Live.tsx'
import { MobileHeader } from './MobileHeader.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useHeaderHidden } from './useHeaderHidden.ts'
import { useSearch } from './useSearch.tsx'

const mainId = 'main'
const { iconfontUrl, logo } = defaultSettings

/** The main layout around every page that has one. Only this file knows ProLayout (a pinned prerelease). */
export default function Layout() {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const choices = useChoices()
  const { fixedHeader, autoHideHeader, navTheme, colorPrimary, layout, contentWidth, fixSiderbar } = choices
  const headerHidden = useHeaderHidden(fixedHeader && autoHideHeader)
  const settings = useLayoutSettings()
  const search = useSearch()
  const menu = useMemo(() => ({ routes: menuFor(user, layoutRoutes).map(menuItemOf) }), [user])

  const actions = [
    search.button,
    ...(canSuperAdmin(user) ? [<CompanySwitch key="company" />] : []),
    <LanguageSelect key="language" compact />,
    <NoticeBell key="notice" />,
    <HelpLink key="guide" />,
    settings.button,
    <UserMenu key="user" />,
  ]
  return (
    <div className={`${styles.layout} ${fixedHeader ? styles.fixedHeader : ''} ${headerHidden ? styles.headerHidden : ''}`}>
      <SkipLink />
      <RouteAnnouncer />
      <IdentityQuestion />
      <ProLayout
        {...{ navTheme, colorPrimary, layout, contentWidth, fixSiderbar, iconfontUrl, logo }}
        // Our header is sticky (style sheet): ProLayout's fixed header would be a second <header> in the page.
        fixedHeader={false}
        // Pages set the document's title themselves; ProLayout would overwrite it after them.
        title={false}
        pageTitleRender={false}
        token={layoutTokenOf(choices)}
        location={{ pathname }}
        route={menu}
        menu={{ locale: false }}
        menuItemRender={(item, content) => <Link to={item.path ?? '/'}>{content}</Link>}
        menuHeaderRender={(_, __, props) => <Brand collapsed={props?.collapsed === true && !props.isMobile} />}
        // ProLayout has neither navigation landmarks nor buttons that a keyboard reaches, so we bring our own.
        headerContentRender={(_, menuNode) => (
          <nav aria-label={t('layout.navigation')} className={styles.topNavigation}>
            {menuNode}
          </nav>
        )}
        menuContentRender={(_, menuNode) => <nav aria-label={t('layout.navigation')}>{menuNode}</nav>}
        headerRender={(props, node) =>
          props.isMobile ? <MobileHeader onOpenMenu={() => props.onCollapse?.(false)} actions={actions} /> : node
        }
        menuRender={(props, node) => (props.isMobile ? <MobileMenu>{node}</MobileMenu> : node)}
        collapsedButtonRender={(collapsed, node) => <CollapseButton collapsed={collapsed === true} node={node} />}
        actionsRender={() => actions}
        ErrorBoundary={false}
        style={{ minHeight: '100vh' }}
        contentStyle={{ padding: 0 }}
      >
        {user.actingElsewhere && <ActingBanner />}
        <div id={mainId} tabIndex={-1} className={contentWidth === 'Fixed' ? styles.fixedWidth : styles.content}>
          <Outlet />
        </div>
      </ProLayout>
      {settings.panel}
      {search.palette}
      <Live />
    </div>
  )
}

/** Moves the focus without touching the URL: a hash there would become part of the redirect after the next sign-in. */
const SkipLink = () => (
  <a
    className={styles.skip}
    href={`#${mainId}`}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById(mainId)?.focus()
    }}
  >
    {t('layout.skip')}
  </a>
)

const menuItemOf = (route: Route): object => ({
  path: route.path,
  name: t(`menu.${route.name}`),
  icon: route.icon && icons[route.icon],
  ...(route.children && { children: route.children.map(menuItemOf) }),
})
