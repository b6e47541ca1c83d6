import { canSuperAdmin } from '@paydesk/contract/lib/access'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { LanguageSelect } from '../../../ui/LanguageSelect.tsx'
import { CompanySwitch } from './CompanySwitch.tsx'
import { HelpLink } from './HelpLink.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import styles from './Tools.module.css'
import { UserMenu } from './UserMenu.tsx'

/** What is at hand on every page, at the end of the header. */
export function Tools({ search, settings }: { search: ReactNode; settings: ReactNode }) {
  const user = useCurrentUser()
  return (
    <div className={styles.tools}>
      {search}
      {canSuperAdmin(user) && <CompanySwitch />}
      <LanguageSelect compact />
      <NoticeBell />
      <HelpLink />
      {settings}
      <UserMenu />
    </div>
  )
}
