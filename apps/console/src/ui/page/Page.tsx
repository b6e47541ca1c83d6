import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { scopeOf, useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { remember } from '../../lib/recent.ts'
import type { RouteName } from '../../lib/routeName.ts'
import styles from './Page.module.css'
import { useTitle } from './useTitle.ts'

type Props = {
  name: RouteName
  /** The title of a record's page, once the record is known. */
  title?: string | undefined
  /** The record's name in the palette's list of recent records, if it is not the title. */
  record?: string | undefined
  extra?: ReactNode
  /** Stands above the title: the way back. */
  above?: ReactNode
  children: ReactNode
}

/**
 * The frame of a page in the layout: its one h1, the document's title, and room for the actions
 * of the whole page.
 */
export function Page({ name, title: given, record = given, extra, above, children }: Props) {
  const title = given ?? t(`menu.${name}`)
  useTitle(title)
  useRemembered(record)
  return (
    <>
      {above}
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {extra}
      </div>
      {children}
    </>
  )
}

/** Remembers the record: the palette offers recent ones. */
function useRemembered(record: string | undefined) {
  const { pathname } = useLocation()
  const scope = scopeOf(useCurrentUser())
  useEffect(() => {
    if (record) remember(scope, { path: pathname, title: record })
  }, [record, pathname, scope])
}
