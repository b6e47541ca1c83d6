import { Button } from 'antd'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { enterCompany } from '../../lib/api/enterCompany.ts'
import { t } from '../../lib/i18n.ts'
import styles from './tool/CompanySwitch.module.css'

/**
 * Shown on every page while a super admin acts in another company: nobody should have to guess
 * whose data they see.
 */
export function ActingBanner() {
  const { company, homeCompany } = useCurrentUser()
  const [busy, setBusy] = useState(false)
  const goHome = async () => {
    setBusy(true)
    await enterCompany(homeCompany.id).catch(() => setBusy(false))
  }
  return (
    <section className={styles.banner} aria-label={t('acting.label')}>
      <span>{t('acting.text', { company: company.name })}</span>
      <Button size="small" loading={busy} onClick={() => void goHome()}>
        {t('acting.back', { company: homeCompany.name })}
      </Button>
    </section>
  )
}
