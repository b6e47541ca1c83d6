import { canAccess, type Holder } from '@paydesk/contract/lib/access'
import { menuGroups } from '@paydesk/contract/lib/menu'
import { billListOf, billPathOf, paths } from '@paydesk/contract/lib/paths'
import { matchPath, matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { canOpen, landingOf, menuFor, pagesOf, placeOf } from './landing.ts'
import type { Route } from './route.ts'
import { layoutRoutes, plainRoutes } from './routes.ts'

const all = pagesOf([...plainRoutes, ...layoutRoutes]).map((page) => page.route)
const find = (path: string) => all.find((route) => route.path === path) as Route

/**
 * The table of spec §2, word for word; "no permission named" is admins only (spec §6) except where
 * product §2 says signed in.
 */
const specTable: [path: string, access: string, redirect?: string][] = [
  ['/user', 'public', '/user/login'],
  ['/user/login', 'public'],
  ['/', 'public', '/welcome'],
  ['/welcome', 'signedIn'],
  ['/payPalBill', 'ViewPayPalBillManage', '/payPalBill/list'],
  ['/payPalBill/list', 'ViewPayPalBill|ViewAllPayPalBill'],
  // The spec names no permission here; product §2 opens it to admins and to roles with
  // our ViewCustomer.
  ['/payPalBill/customer', 'ViewCustomer'],
  ['/finance', 'ViewFinanceManage', '/finance/payPalBill'],
  ['/finance/payPalBill', 'ViewAllPayPalBill'],
  ['/finance/transaction', 'ViewPaypalTransaction'],
  ['/admin', 'ViewSystemManage', '/admin/user'],
  ['/admin/user', 'ViewUser'],
  ['/admin/settings', 'UpdateCompanySetting'],
  ['/admin/paypalAccount', 'ViewPaypalAccount'],
  ['/system', 'superAdmin', '/system/roles'],
  ['/system/roles', 'superAdmin'],
  ['/system/company', 'superAdmin'],
  ['/account/settings', 'signedIn'],
]

/** product §2. */
const additions: [path: string, access: string][] = [
  ['/system/quarantine', 'superAdmin'],
  ['/payPalBill/list/:id', 'ViewPayPalBill|ViewAllPayPalBill'],
  ['/payPalBill/list/new', 'CreatePayPalBill'],
  ['/payPalBill/list/:id/edit', 'CreatePayPalBill'],
  ['/finance/payPalBill/:id', 'ViewAllPayPalBill'],
  ['/payPalBill/customer/:id', 'ViewCustomer'],
  ['/finance/transaction/:id', 'ViewPaypalTransaction'],
  ['/finance/reconciliation', 'ReconcileTransaction'],
  ['/finance/reconciliation/:id', 'ReconcileTransaction'],
  ['/finance/problem', 'ReconcileTransaction'],
  ['/finance/dispute', 'ViewDispute'],
  ['/finance/dispute/:id', 'ViewDispute'],
  ['/finance/approval', 'ApproveRefund'],
  ['/finance/approval/:id', 'ApproveRefund'],
  ['/admin/event', 'ViewPaypalAccount'],
  ['/admin/auditLog', 'ViewAuditLog'],
  ['/user/forgot', 'public'],
  ['/user/reset', 'public'],
  ['/user/undoEmail', 'public'],
  ['/user/oidc', 'public'],
  ['/user/invitation', 'public'],
  // This page exists in development only; tests run as development.
  ['/dev/mailbox', 'public'],
  ['/dev/gallery', 'public'],
]

test('the route table is the one of the spec plus our additions, and nothing else', () => {
  const rows = all.map(({ path, access, redirect }) =>
    redirect ? [path, access, redirect] : [path, access],
  )
  expect(rows.sort()).toEqual([...specTable, ...additions].sort())
})

test('icons of the menu', () => {
  const icons = layoutRoutes
    .filter((route) => !route.hideInMenu)
    .map(({ path, icon }) => [path, icon])
  expect(icons).toEqual([
    ['/welcome', 'smile'],
    ['/payPalBill', 'account-book'],
    ['/finance', 'pay-circle'],
    ['/admin', 'crown'],
    ['/system', 'cluster'],
  ])
})

test('both bill lists are one page', () => {
  expect(find('/payPalBill/list').page).toBe(find('/finance/payPalBill').page)
})

test('personal settings and details are not in the menu', () => {
  const details = all.filter(
    ({ path }) => path.includes(':') || path.endsWith('/new') || path.startsWith('/account'),
  )
  expect(details.every((route) => route.hideInMenu)).toBe(true)
})

test('every path builder leads to a route and every route has a builder', () => {
  const built = Object.values(paths).map((build) => build('settings'))
  // Matches as the router does: a fixed path comes before one with an id.
  const routes = all.map(({ path }) => ({ path }))
  const patternOf = (path: string) => matchRoutes(routes, path)?.[0]?.route.path
  expect(built.filter((path) => patternOf(path) === undefined)).toEqual([])
  expect(new Set(built.map(patternOf))).toEqual(new Set(all.map((route) => route.path)))
  expect(built.map((path) => all.find((route) => matchPath(route.path, path))?.path)).toEqual(
    built.map(patternOf),
  )
})

const admin = { roles: ['Admin'], permissions: [] }
const superAdmin = { roles: ['SuperAdmin'], permissions: [] }
const withPermissions = (...permissions: string[]) => ({ roles: ['Operator'], permissions })
const menuPaths = (user: Holder) =>
  menuFor(user, layoutRoutes).flatMap((route) => [
    route.path,
    ...(route.children ?? []).map((c) => c.path),
  ])

describe('menu', () => {
  test('an admin sees all but the super-admin group', () => {
    const visible = all.filter((route) => !route.hideInMenu && !route.path.startsWith('/system'))
    expect(menuPaths(admin)).toEqual(visible.map((route) => route.path))
  })

  test('a super admin sees everything', () => {
    expect(menuPaths(superAdmin)).toEqual(
      all.filter((route) => !route.hideInMenu).map((route) => route.path),
    )
  })

  test('without permissions only home is left', () => {
    expect(menuPaths(withPermissions())).toEqual(['/welcome'])
  })

  test('either name of a "|" value suffices', () => {
    for (const name of ['ViewPayPalBill', 'ViewAllPayPalBill'])
      expect(menuPaths(withPermissions('ViewPayPalBillManage', name))).toEqual([
        '/welcome',
        '/payPalBill',
        '/payPalBill/list',
      ])
  })

  test('groups without an open page and pages of a closed group are not shown', () => {
    expect(menuPaths(withPermissions('ViewFinanceManage', 'ViewUser'))).toEqual(['/welcome'])
  })
})

describe('a page’s place in the menu', () => {
  const placeFor = (user: Holder, path: string) => {
    const { route, group } = placeOf(path, menuFor(user, layoutRoutes))
    return [group?.path, route?.path]
  }

  test('an entry stands for itself and for the records of its list', () => {
    expect(placeFor(admin, '/welcome')).toEqual([undefined, '/welcome'])
    for (const path of [
      '/payPalBill/list',
      '/payPalBill/list/new',
      '/payPalBill/list/7',
      '/payPalBill/list/7/edit',
    ])
      expect(placeFor(admin, path)).toEqual(['/payPalBill', '/payPalBill/list'])
    expect(placeFor(admin, '/finance/payPalBill/7')).toEqual(['/finance', '/finance/payPalBill'])
  })

  test('what is not in one’s menu stands nowhere', () => {
    for (const path of ['/account/settings', '/payPalBill', '/payPalBill/listing', '/system/roles'])
      expect(placeFor(admin, path)).toEqual([undefined, undefined])
  })
})

describe('access to a page', () => {
  const page = (path: string) =>
    pagesOf(layoutRoutes).find(({ route }) => route.path === path) as { route: Route }

  test('the page’s own permission opens it by its address, and that of its group does not', () => {
    for (const { route } of pagesOf(layoutRoutes).filter(
      ({ route }) => route.page && !route.path.startsWith('/system'),
    )) {
      if (route.access === 'signedIn') continue
      for (const name of route.access.split('|'))
        expect([route.path, canOpen(withPermissions(name), { route })]).toEqual([route.path, true])
      const groups = layoutRoutes.filter(({ children }) => children).map(({ access }) => access)
      expect([route.path, canOpen(withPermissions(...groups), { route })]).toEqual([
        route.path,
        false,
      ])
    }
  })

  test('the menu’s groups are told to the role matrix as they are', () => {
    const groups = layoutRoutes.filter(
      ({ children, access }) => children && access !== 'superAdmin',
    )
    expect(menuGroups).toEqual(
      groups.map(({ access, children = [] }) => ({
        group: access,
        pages: [
          ...new Set(children.filter(({ hideInMenu }) => !hideInMenu).map((child) => child.access)),
        ],
      })),
    )
  })

  test('an admin is no super admin', () => {
    expect(canOpen(admin, page('/system/roles'))).toBe(false)
  })

  test('the customer list is for admins and holders of ViewCustomer; personal settings are for everyone signed in', () => {
    expect(
      canOpen(
        withPermissions('ViewPayPalBillManage', 'ViewPayPalBill'),
        page('/payPalBill/customer'),
      ),
    ).toBe(false)
    expect(
      canOpen(
        withPermissions('ViewPayPalBillManage', 'ViewCustomer'),
        page('/payPalBill/customer'),
      ),
    ).toBe(true)
    expect(canOpen(admin, page('/payPalBill/customer'))).toBe(true)
    expect(canOpen(withPermissions(), page('/account/settings'))).toBe(true)
    expect(canAccess(undefined, page('/account/settings').route.access)).toBe(false)
  })
})

test('links to bills lead to a page that the person may open, and nowhere only if there is none', () => {
  const pages = pagesOf(layoutRoutes)
  const opens = (user: Holder, path: string) =>
    pages.some((page) => page.route.path === path && canOpen(user, page))
  const names = ['ViewPayPalBillManage', 'ViewPayPalBill', 'ViewAllPayPalBill', 'ViewFinanceManage']
  const some = Array.from({ length: 2 ** names.length }, (_, bits) =>
    withPermissions(...names.filter((_name, at) => bits & (1 << at))),
  )
  for (const user of [admin, ...some]) {
    const [bill, list] = [billPathOf(user, 'id'), billListOf(user)]
    const [patterns, lists] = [
      ['/payPalBill/list/:id', '/finance/payPalBill/:id'].filter((path) => opens(user, path)),
      ['/payPalBill/list', '/finance/payPalBill'].filter((path) => opens(user, path)),
    ]
    expect(patterns.map((path) => path.replace(':id', 'id'))).toEqual(
      bill ? expect.arrayContaining([bill]) : [],
    )
    expect(lists).toEqual(list ? expect.arrayContaining([list]) : [])
  }
})

describe('opening a group', () => {
  test('leads where the spec says', () => {
    for (const group of layoutRoutes.filter((route) => route.children))
      expect(landingOf(superAdmin, group)).toBe(group.redirect)
  })

  test('leads to the first page one may open when the target is closed', () => {
    expect(
      landingOf(withPermissions('ViewSystemManage', 'ViewPaypalAccount'), find('/admin')),
    ).toBe('/admin/paypalAccount')
  })

  test('leads nowhere when nothing is open', () => {
    expect(landingOf(withPermissions('ViewSystemManage'), find('/admin'))).toBeUndefined()
    expect(landingOf(withPermissions('ViewUser'), find('/admin'))).toBeUndefined()
  })
})
