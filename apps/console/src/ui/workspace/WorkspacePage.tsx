import type { ReactNode } from 'react'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../page/Page.tsx'
import styles from './Workspace.module.css'

/**
 * A page that is a workspace: it fills the window below the header, so that list and record scroll
 * and the page does not.
 */
export const WorkspacePage = ({
  name,
  extra,
  children,
}: {
  name: RouteName
  extra?: ReactNode
  children: ReactNode
}) => (
  <div className={styles.frame}>
    <Page name={name} extra={extra}>
      {children}
    </Page>
  </div>
)
