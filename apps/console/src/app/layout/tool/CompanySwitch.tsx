import { BankOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import styles from './CompanySwitch.module.css'

const LazyPicker = lazyPage(() => import('./CompanyPicker.tsx'))

/** For super admins: always shows the company that they act in, and lets them switch to another. */
export function CompanySwitch() {
  const { company, actingElsewhere } = useCurrentUser()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={actingElsewhere ? `${styles.button} ${styles.elsewhere}` : styles.button}
        title={t('companySwitch.label')}
        aria-haspopup="dialog"
        onClick={show}
      >
        <BankOutlined aria-hidden />
        <span className={styles.name}>{company.name}</span>
        <span className="visually-hidden">{t('companySwitch.label')}</span>
      </button>
      {wanted && (
        <Suspense>
          <LazyPicker open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
