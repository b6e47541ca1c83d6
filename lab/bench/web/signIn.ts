import { tokenOf } from '../../stories/lib/fixtures.ts'

/** Signs in as the admin of the demonstration company, who sees a full list. */
export const signIn = (url: string) => tokenOf(url, 'admin')
