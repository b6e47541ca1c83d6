import type { Access } from '@paydesk/contract/lib/access'
import type { ComponentType } from 'react'
import type { RouteName } from '../lib/routeName.ts'
import type { PackName } from '../lib/textPacks.ts'

export type PageLoader = () => Promise<{ default: ComponentType<{ name: RouteName }> }>
export type IconName = 'smile' | 'account-book' | 'pay-circle' | 'crown' | 'cluster'

export type Route = {
  path: string
  /** The title is the text `menu.<name>`. */
  name: RouteName
  /** `admin` is what the spec calls a route with no permission value (spec §6). */
  access: Access
  icon?: IconName
  /** Where a group leads; landing.ts handles those who may not open that page. */
  redirect?: string
  hideInMenu?: true
  page?: PageLoader
  /**
   * The list beside which the record opens: list and record are then one page that stays while
   * people go from record to record.
   */
  beside?: string
  /** The texts that are loaded with the page, beside those that every page has. */
  texts?: readonly PackName[]
  children?: readonly Route[]
}
