import { accountApi } from '@paydesk/contract/people/account'
import { type Passkey, passkeyApi } from '@paydesk/contract/people/passkey'
import { Button } from 'antd'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi, useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { SectionState } from './SectionState.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

export function PasskeyList() {
  const { data, error, refetch } = useApi(passkeyApi.list, {})
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  async function remove({ id }: Passkey, quiet: Quiet) {
    await call(passkeyApi.remove, { params: { id } }, quiet)
    for (const endpoint of [passkeyApi.list, accountApi.security, accountApi.sessions])
      void refreshApi(endpoint)
  }
  return (
    <section aria-labelledby="passkeys">
      <div className={styles.subHead}>
        <h3 id="passkeys" className={styles.subTitle}>
          {t('security.passkeys')}
        </h3>
        <Button onClick={() => ask({ what: 'add' })}>{t('security.passkey.add')}</Button>
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
                {passkey.synced && (
                  <StatusTag tone="blue">{t('security.passkey.synced')}</StatusTag>
                )}
              </>
            }
            detail={<Dates {...passkey} />}
            actions={
              <>
                <LinkButton onClick={() => ask({ what: 'rename', passkey })}>
                  {t('security.passkey.rename')}
                </LinkButton>
                <LinkButton danger onClick={() => ask({ what: 'remove', passkey })}>
                  {t('security.passkey.remove')}
                </LinkButton>
              </>
            }
          />
        ))}
      </ul>
      {doing?.what === 'add' && <PasskeyDialog key={key} onClosed={onClosed} />}
      {doing?.what === 'rename' && (
        <PasskeyDialog key={key} passkey={doing.passkey} onClosed={onClosed} />
      )}
      {doing?.what === 'remove' && (
        <ConfirmDialog
          key={key}
          title={t('security.passkey.remove.title', { name: doing.passkey.name })}
          confirmLabel={t('security.passkey.remove')}
          danger
          onConfirm={(quiet) => remove(doing.passkey, quiet)}
          onClosed={onClosed}
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
