import { type Company, companyApi } from '@paydesk/contract/people/company'
import { Input, Modal } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { enterCompany } from '../../../lib/api/enterCompany.ts'
import { useApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'
import { LoadState } from '../../../ui/page/LoadState.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import styles from './CompanySwitch.module.css'

const shown = 20

export default function CompanyPicker({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Modal
      open={open}
      width={480}
      title={t('companySwitch.label')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={styles.hint}>{t('companySwitch.hint')}</p>
      <Input
        allowClear
        aria-label={t('companySwitch.search')}
        placeholder={t('companySwitch.search')}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Companies name={useDeferredValue(typed.trim())} />
    </Modal>
  )
}

function Companies({ name }: { name: string }) {
  const { data, error, refetch } = useApi(companyApi.list, {
    query: { pageSize: shown, ...(name && { name }) },
  })
  const [entering, setEntering] = useState<string>()
  if (!data) return <LoadState failed={error !== null} onRetry={() => void refetch()} />
  const enter = async (id: string) => {
    setEntering(id)
    await enterCompany(id).catch(() => setEntering(undefined))
  }
  return (
    <>
      <ul className={styles.list}>
        {data.list.map((company) => (
          <li key={company.id}>
            <CompanyButton
              company={company}
              busy={entering !== undefined}
              onEnter={() => void enter(company.id)}
            />
          </li>
        ))}
      </ul>
      {data.total === 0 && <p className={styles.hint}>{t('companySwitch.none')}</p>}
      {data.total > shown && <p className={styles.hint}>{t('companySwitch.more')}</p>}
    </>
  )
}

function CompanyButton({
  company,
  busy,
  onEnter,
}: {
  company: Company
  busy: boolean
  onEnter: () => void
}) {
  const user = useCurrentUser()
  const isCurrent = company.id === user.company.id
  return (
    <button
      type="button"
      className={styles.company}
      disabled={busy || isCurrent}
      aria-current={isCurrent}
      onClick={onEnter}
    >
      <span className={styles.companyName}>{company.name}</span>
      <bdi dir="ltr" className={styles.code}>
        {company.code}
      </bdi>
      {company.id === user.homeCompany.id && (
        <StatusTag tone="grey">{t('companySwitch.home')}</StatusTag>
      )}
      {company.status === 'suspended' && (
        <StatusTag tone="red">{t('companySwitch.suspended')}</StatusTag>
      )}
      {isCurrent && <StatusTag tone="blue">{t('companySwitch.current')}</StatusTag>}
    </button>
  )
}
