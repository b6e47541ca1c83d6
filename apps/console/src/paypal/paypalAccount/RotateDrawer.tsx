import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import type { DialogProps } from './doing.ts'
import styles from './PaypalAccountPage.module.css'

type Values = { clientId: string; secret: string }

export function RotateDrawer({
  account,
  onChanged,
  onClosed,
}: DialogProps & { account: PaypalAccount }) {
  const title = t('paypalAccount.rotate.title', { label: account.label })
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <>
          <div className={styles.where}>
            <p>{t('paypalAccount.rotate.explain')}</p>
            <p>{t('paypalAccount.rotate.other')}</p>
          </div>
          <ApiForm<Values, PaypalAccount>
            name="rotate"
            label={title}
            record={account}
            valuesOf={({ clientId }) => ({ clientId, secret: '' })}
            labels={{ clientId: t('paypalAccount.clientId'), secret: t('paypalAccount.secret') }}
            errorFields={{
              'paypalAccount.credentialsRefused': 'secret',
              'paypalAccount.otherMerchant': 'clientId',
            }}
            save={(body, { id, version }) =>
              call(
                paypalAccountApi.rotate,
                { params: { id }, body: { ...body, version } },
                { skipErrorHandler: true },
              )
            }
            onRecord={onChanged}
            onSaved={close}
            submitLabel={t('paypalAccount.rotate.submit')}
            savedText={t('paypalAccount.rotated')}
          >
            <CredentialFields />
          </ApiForm>
        </>
      )}
    </FormDrawer>
  )
}
