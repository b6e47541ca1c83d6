import type { Route } from './route.ts'

const forAnyone = { access: 'public', hideInMenu: true, texts: ['session'] } as const

/**
 * The pages before sign-in: the login page, and those that it, the identity provider and links in
 * e-mails lead to. They are not the console's.
 */
export const signInPages: readonly Route[] = [
  {
    path: '/user/login',
    name: 'login',
    access: 'public',
    hideInMenu: true,
    page: () => import('../people/session/LoginPage.tsx'),
  },
  {
    path: '/user/forgot',
    name: 'forgot',
    ...forAnyone,
    page: () => import('../people/session/ForgotPage.tsx'),
  },
  {
    path: '/user/reset',
    name: 'reset',
    ...forAnyone,
    page: () => import('../people/session/ResetPage.tsx'),
  },
  {
    path: '/user/undoEmail',
    name: 'undoEmail',
    ...forAnyone,
    page: () => import('../people/session/UndoEmailPage.tsx'),
  },
  {
    path: '/user/oidc',
    name: 'oidc',
    ...forAnyone,
    page: () => import('../people/session/OidcPage.tsx'),
  },
  {
    path: '/user/invitation',
    name: 'invitation',
    ...forAnyone,
    texts: ['session', 'invitation'],
    page: () => import('../people/invitation/InvitationPage.tsx'),
  },
]

/** As the console's router does, it takes a slash at the end for nothing. */
export const signInPageAt = (pathname: string) =>
  signInPages.find(({ path }) => path === pathname || `${path}/` === pathname)
