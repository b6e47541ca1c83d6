import { type Identity, identityApi } from '@paydesk/contract/people/identity'
import { Button } from 'antd'
import { useState } from 'react'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi, useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { bindingPath, departTo } from '../../shared/session/oidc.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { SectionState } from './SectionState.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

export function BindingSection() {
  const { data, error, refetch } = useApi(identityApi.list, {})
  const [busy, setBusy] = useState(false)
  const { doing: unbinding, key, ask, onClosed } = useDialog<Identity>()
  if (!data) return <SectionState failed={error !== null} onRetry={refetch} />
  const { list, provider } = data

  async function bind() {
    setBusy(true)
    try {
      departTo(await call(identityApi.bindBegin, {}), 'bind', bindingPath())
    } catch {
      // The call has shown the error, or the person cancelled.
      setBusy(false)
    }
  }
  async function unbind({ id }: Identity, quiet: Quiet) {
    await call(identityApi.unbind, { params: { id } }, quiet)
    await refreshApi(identityApi.list)
  }

  return (
    <>
      <h2 className={styles.sectionTitle}>{t('account.binding')}</h2>
      <ul className={styles.rows}>
        <SettingRow
          name={provider?.label ?? 'OpenID Connect'}
          detail={t(provider ? 'binding.explain' : 'binding.notConfigured')}
          actions={
            provider && (
              <Button onClick={() => void bind()} loading={busy}>
                {t('binding.bind')}
              </Button>
            )
          }
        />
        {list.map((identity) => (
          <SettingRow
            key={identity.id}
            name={identity.label}
            detail={<About {...identity} />}
            actions={
              <LinkButton danger onClick={() => ask(identity)}>
                {t('binding.unbind')}
              </LinkButton>
            }
          />
        ))}
      </ul>
      {provider && list.length === 0 && <p className={styles.empty}>{t('binding.none')}</p>}
      {unbinding && (
        <ConfirmDialog
          key={key}
          title={t('binding.unbind.title', { name: unbinding.label })}
          confirmLabel={t('binding.unbind')}
          danger
          onConfirm={(quiet) => unbind(unbinding, quiet)}
          onClosed={onClosed}
        >
          {t('binding.unbind.explain')}
        </ConfirmDialog>
      )}
    </>
  )
}

const About = ({ issuer, createdAt, lastUsedAt }: Identity) => (
  <>
    <bdi dir="ltr">{issuer}</bdi>
    {' · '}
    {t('security.added')} <Time at={createdAt} />
    {lastUsedAt && (
      <>
        {' · '}
        {t('security.lastUsed')} <Time at={lastUsedAt} />
      </>
    )}
  </>
)
