import { tokenOf } from '../../e2e/fixtures.ts'

/** As the admin of the demonstration company, who sees a full list. */
export const signIn = (url: string) => tokenOf(url, 'admin')
