import type { ReactNode } from 'react'
import { t } from '../lib/i18n.ts'
import type { RouteName } from '../lib/routeName.ts'
import styles from './Page.module.css'
import { useTitle } from './useTitle.ts'

type Props = {
  name: RouteName
  /** Of one record, once it is known. */
  title?: string | undefined
  extra?: ReactNode
  children: ReactNode
}

/** The frame of a page in the layout: its one h1, the document's title, and room for what acts on the whole page. */
export function Page({ name, title = t(`menu.${name}`), extra, children }: Props) {
  useTitle(title)
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {extra}
      </div>
      {children}
    </>
  )
}
