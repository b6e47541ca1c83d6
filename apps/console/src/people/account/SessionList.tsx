import { type AccountSession, accountApi } from '@paydesk/contract/people/account'
import { Button } from 'antd'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi, useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { SectionState } from './SectionState.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

/** Where the person is signed in, this browser first. */
export function SessionList() {
  const { data, error, refetch } = useApi(accountApi.sessions, {})
  const { doing: ending, key, ask, onClosed } = useDialog<AccountSession | 'others'>()
  async function end(which: AccountSession | 'others', quiet: Quiet) {
    if (which === 'others') await call(accountApi.endOtherSessions, {}, quiet)
    else await call(accountApi.endSession, { params: { id: which.id } }, quiet)
    await refreshApi(accountApi.sessions)
    feedback.message().success(t('security.session.ended'))
  }
  return (
    <section aria-labelledby="sessions">
      <div className={styles.subHead}>
        <h3 id="sessions" className={styles.subTitle}>
          {t('security.sessions')}
        </h3>
        {(data?.list.length ?? 0) > 1 && (
          <Button onClick={() => ask('others')}>{t('security.session.endOthers')}</Button>
        )}
      </div>
      {!data && <SectionState failed={error !== null} onRetry={refetch} />}
      <ul className={styles.rows}>
        {data?.list.map((one) => (
          <SettingRow
            key={one.id}
            name={
              <>
                {one.device}
                {one.current && <StatusTag tone="green">{t('security.session.current')}</StatusTag>}
              </>
            }
            detail={<About {...one} />}
            actions={
              !one.current && (
                <LinkButton onClick={() => ask(one)}>{t('security.session.end')}</LinkButton>
              )
            }
          />
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          key={key}
          title={t(ending === 'others' ? 'security.session.endOthers' : 'security.session.end')}
          confirmLabel={t('security.session.end')}
          danger
          onConfirm={(quiet) => end(ending, quiet)}
          onClosed={onClosed}
        >
          {ending === 'others'
            ? t('security.session.endOthers.explain')
            : t('security.session.end.explain', { device: ending.device })}
        </ConfirmDialog>
      )}
    </section>
  )
}

const About = ({ address, place, lastSeenAt, createdAt }: AccountSession) => (
  <>
    <bdi dir="ltr">{address}</bdi>
    {place === 'internal' && ` (${t('security.session.internal')})`}
    {' · '}
    {t('security.session.lastSeen')} <Time at={lastSeenAt} />
    {' · '}
    {t('security.session.since')} <Time at={createdAt} />
  </>
)
