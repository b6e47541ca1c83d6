import { accountApi } from '@paydesk/contract/account'
import { type Passkey, passkeyApi } from '@paydesk/contract/passkey'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { withFresh } from '../lib/fresh.ts'
import { t } from '../lib/i18n.ts'
import { refreshApi, useApi } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Time } from '../ui/Time.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { SectionState } from './SectionState.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | undefined

export function PasskeyList() {
  const { data, error, refetch } = useApi(passkeyApi.list, {})
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)
  async function remove({ id }: Passkey) {
    await withFresh(() => call(passkeyApi.remove, { params: { id } }))
    for (const endpoint of [passkeyApi.list, accountApi.security, accountApi.sessions]) void refreshApi(endpoint)
  }
  return (
    <section aria-labelledby="passkeys">
      <div className={styles.subHead}>
        <h3 id="passkeys" className={styles.subTitle}>
          {t('security.passkeys')}
        </h3>
        <Button onClick={() => setDoing({ what: 'add' })}>{t('security.passkey.add')}</Button>
      </div>
      {!data && <SectionState failed={error !== null} onRetry={refetch} />}
      {data?.list.length === 0 && <p className={styles.empty}>{t('security.passkey.none')}</p>}
      <ul className={styles.rows}>
        {data?.list.map((passkey) => (
          <SettingRow
            key={passkey.id}
            name={
              <>
                {passkey.name}
                {passkey.synced && <StatusTag tone="blue">{t('security.passkey.synced')}</StatusTag>}
              </>
            }
            detail={<Dates {...passkey} />}
            actions={
              <>
                <LinkButton onClick={() => setDoing({ what: 'rename', passkey })}>{t('security.passkey.rename')}</LinkButton>
                <LinkButton danger onClick={() => setDoing({ what: 'remove', passkey })}>
                  {t('security.passkey.remove')}
                </LinkButton>
              </>
            }
          />
        ))}
      </ul>
      {doing?.what === 'add' && <PasskeyDialog onClosed={done} />}
      {doing?.what === 'rename' && <PasskeyDialog passkey={doing.passkey} onClosed={done} />}
      {doing?.what === 'remove' && (
        <ConfirmDialog
          title={t('security.passkey.remove.title', { name: doing.passkey.name })}
          confirmLabel={t('security.passkey.remove')}
          danger
          onConfirm={() => remove(doing.passkey)}
          onClosed={done}
        >
          {t('security.passkey.remove.explain')}
        </ConfirmDialog>
      )}
    </section>
  )
}

const Dates = ({ createdAt, lastUsedAt }: Passkey) => (
  <>
    {t('security.added')} <Time at={createdAt} />
    {' · '}
    {lastUsedAt ? (
      <>
        {t('security.lastUsed')} <Time at={lastUsedAt} />
      </>
    ) : (
      t('security.neverUsed')
    )}
  </>
)
