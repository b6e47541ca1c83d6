import type { Reply } from '@paydesk/contract/lib/endpoint'
import { accountApi } from '@paydesk/contract/people/account'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Button } from 'antd'
import { useState } from 'react'
import { call, type Quiet } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { DisableSecondFactor } from './DisableSecondFactor.tsx'
import { EnableSecondFactor } from './EnableSecondFactor.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { SettingRow } from './SettingRow.tsx'

type Doing = 'enable' | 'disable' | 'renew'

/** The state of the second factor, and the actions on it. */
export function SecondFactorRow({ security }: { security: Reply<typeof accountApi.security> }) {
  const { secondFactor, secondFactorRequired, passkeyCount } = security
  const missing =
    passkeyCount > 0
      ? 'security.factor.passkey'
      : secondFactorRequired
        ? 'security.factor.required'
        : 'security.factor.why'
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const [codes, setCodes] = useState<string[]>()
  async function renew(quiet: Quiet) {
    const { recoveryCodes } = await call(secondFactorApi.renewRecoveryCodes, {}, quiet)
    void refreshApi(accountApi.security)
    setCodes(recoveryCodes)
  }
  return (
    <>
      <SettingRow
        name={
          <>
            {t('security.factor')}
            <StatusTag tone={secondFactor ? 'green' : 'grey'}>
              {t(secondFactor ? 'security.factor.on' : 'security.factor.off')}
            </StatusTag>
          </>
        }
        detail={secondFactor ? <Since {...secondFactor} /> : t(missing)}
        actions={
          secondFactor ? (
            <>
              <Button onClick={() => ask('renew')}>{t('security.factor.renew')}</Button>
              {!secondFactorRequired && (
                <Button danger onClick={() => ask('disable')}>
                  {t('security.factor.disable')}
                </Button>
              )}
            </>
          ) : (
            <Button type="primary" onClick={() => ask('enable')}>
              {t('security.factor.enable')}
            </Button>
          )
        }
      />
      {doing === 'enable' && (
        <EnableSecondFactor key={key} onClosed={onClosed} onCodes={setCodes} />
      )}
      {doing === 'disable' && <DisableSecondFactor key={key} onClosed={onClosed} />}
      {doing === 'renew' && (
        <ConfirmDialog
          key={key}
          title={t('security.factor.renew')}
          confirmLabel={t('security.factor.renew')}
          onConfirm={renew}
          onClosed={onClosed}
        >
          {t('security.factor.renew.explain')}
        </ConfirmDialog>
      )}
      {codes && <RecoveryDialog codes={codes} onClosed={() => setCodes(undefined)} />}
    </>
  )
}

const Since = ({
  enabledAt,
  recoveryCodesLeft,
}: {
  enabledAt: string
  recoveryCodesLeft: number
}) => (
  <>
    {t('security.factor.since')} <Time at={enabledAt} />
    {t('security.factor.left', { count: recoveryCodesLeft })}
  </>
)
