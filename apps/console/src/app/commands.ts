import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { CurrentUser } from '@paydesk/contract/people/login'
import type { Command } from '../desk/search/entry.ts'
import { signOut } from '../lib/api/signOut.ts'
import { locale, switchLocale, t, textPack } from '../lib/i18n.ts'
import { localeNames } from '../lib/locale.ts'
import { unsaved } from '../lib/unsaved.ts'
import { type PageRequest, pageRequestAccess } from '../lib/usePageRequest.ts'
import { guideUrl } from './guide.ts'
import { canOpen, pagesOf } from './landing.ts'
import { layoutRoutes } from './routes.ts'
import { choose } from './settings.ts'

type CommandContext = {
  dark: boolean
  go: (path: string, state?: { asked: PageRequest }) => void
  showKeys: () => void
}

/**
 * Everything that this person may do or open from anywhere. It is called once the
 * palette has its texts.
 */
export function commandsOf(user: CurrentUser, { dark, go, showKeys }: CommandContext): Command[] {
  const pageRequest = (
    asked: PageRequest,
    path: string,
    label: string,
    words: string,
  ): Command[] =>
    mayOpen(user, path) &&
    canAccess(user, pageRequestAccess[asked]) &&
    !(asked === 'importBills' && user.quarantined)
      ? [{ id: asked, group: 'actions', label, words, run: () => go(path, { asked }) }]
      : []
  const action = (id: string, label: string, words: string, run: () => void): Command => ({
    id,
    group: 'actions',
    label,
    words,
    run,
  })
  const other = locale === 'zh-CN' ? 'en-US' : 'zh-CN'
  return [
    ...(mayOpen(user, paths.billNew()) && !user.quarantined
      ? [
          {
            id: 'newBill',
            group: 'actions',
            label: t('search.action.newBill'),
            words: 'new bill create',
            to: paths.billNew(),
          } as const,
        ]
      : []),
    ...pageRequest(
      'importBills',
      paths.billList(),
      t('search.action.importBills'),
      'import csv xlsx excel',
    ),
    ...pageRequest(
      'newCustomer',
      paths.customerList(),
      t('search.action.newCustomer'),
      'new customer create',
    ),
    ...pageRequest('inviteUser', paths.userList(), t('search.action.inviteUser'), 'invite user'),
    action(
      'theme',
      t(dark ? 'search.action.light' : 'search.action.dark'),
      'theme dark light',
      () => choose({ navTheme: dark ? 'light' : 'realDark' }),
    ),
    action(
      'language',
      t('search.action.language', { name: localeNames[other] }),
      'language 语言',
      () => unsaved.leave(() => switchLocale(other)),
    ),
    action('guide', t('search.action.guide'), 'help guide manual 帮助', () => {
      window.open(guideUrl(window.location.pathname, textPack), '_blank', 'noopener')
    }),
    action('keys', t('search.action.keys'), 'keyboard shortcuts', showKeys),
    action('signOut', t('search.action.signOut'), 'sign out logout', () =>
      unsaved.leave(() => void signOut()),
    ),
    ...pagesFor(user),
  ]
}

const pages = pagesOf(layoutRoutes)
const mayOpen = (user: CurrentUser, path: string) =>
  pages.some((page) => page.route.path === path && canOpen(user, page))

/** Every page that a person can open directly: pages of a single record are left out. */
const pagesFor = (user: CurrentUser): Command[] =>
  pages
    .filter(
      (page) =>
        page.route.page &&
        !page.route.path.includes(':') &&
        page.route.path !== paths.billNew() &&
        canOpen(user, page),
    )
    .map(({ route: { path, name }, group }) => ({
      id: `page ${path}`,
      group: 'pages',
      label: t(`menu.${name}`),
      ...(group && { detail: t(`menu.${group.name}`) }),
      words: path,
      to: path,
    }))
