import { accountApi } from '@paydesk/contract/people/account'
import { Button } from 'antd'
import { useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { SectionState } from './SectionState.tsx'
import { SessionList } from './SessionList.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

export function SecuritySection() {
  const { data, error, refetch } = useApi(accountApi.security, {})
  const [changing, setChanging] = useState(false)
  if (!data) return <SectionState failed={error !== null} onRetry={refetch} />
  return (
    <>
      <h2 className={styles.sectionTitle}>{t('account.security')}</h2>
      <ul className={styles.rows}>
        <SettingRow
          name={t('security.password')}
          detail={
            data.passwordChangedAt ? (
              <>
                {t('security.password.changed')} <Time at={data.passwordChangedAt} />
              </>
            ) : (
              t('security.password.never')
            )
          }
          actions={
            <Button onClick={() => setChanging(true)}>{t('security.password.change')}</Button>
          }
        />
        <SecondFactorRow security={data} />
      </ul>
      {changing && <PasswordDialog onClosed={() => setChanging(false)} />}
      <PasskeyList />
      <SessionList />
    </>
  )
}
