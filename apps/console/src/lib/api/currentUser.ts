import { type CurrentUser, loginApi } from '@paydesk/contract/people/login'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { t } from '../i18n.ts'
import { call } from './api.ts'
import { ApiError } from './apiError.ts'
import { queryClient } from './query.ts'
import { session } from './session.ts'

/**
 * The key holds the token, because another token is another user. The standard error handler is
 * skipped (spec §7).
 */
export const currentUserQuery = (token: string) =>
  queryOptions({
    queryKey: ['currentUser', token],
    // A page that is drawn while its token is refused would ask a second time: nobody waits for an
    // answer about a token that is gone.
    queryFn: ({ signal }) =>
      session.read().token === token
        ? call(loginApi.currentUser, {}, { skipErrorHandler: true, signal })
        : new Promise<never>(() => {}),
  })

/** The service knows the token no more. Any other failure says nothing about it. */
export const isRefusedToken = (error: unknown) =>
  error instanceof ApiError && error.errorCode === 401

export const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)

/** May be used only below RequireUser, where there always is a user. */
export function useCurrentUser(): CurrentUser {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser outside RequireUser')
  return user
}

/**
 * Why nothing that changes something at PayPal, and no new bill, can be begun now; undefined where
 * it can (decision 73).
 */
export const heldOf = ({ quarantined }: Pick<CurrentUser, 'quarantined'>) =>
  quarantined ? t('layout.quarantined') : undefined
export const useHeld = () => heldOf(useCurrentUser())

/** What everyone is told about themselves has changed. */
export const currentUserChanged = () => queryClient.invalidateQueries({ queryKey: ['currentUser'] })

/** Identifies this person in the company that they act in. */
export const scopeOf = ({ id, company }: CurrentUser) => `${id} ${company.id}`
