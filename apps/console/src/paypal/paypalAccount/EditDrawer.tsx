import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import {
  fromValues,
  LabelField,
  LimitFields,
  type SettingValues,
  settingLabels,
  showSetting,
  toValues,
} from './SettingFields.tsx'

export function EditDrawer({
  account,
  onChanged,
  onClosed,
}: DialogProps & { account: PaypalAccount }) {
  const title = t('paypalAccount.edit.title', { label: account.label })
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <ApiForm<SettingValues, PaypalAccount>
          name="paypalAccount"
          label={title}
          record={account}
          valuesOf={toValues}
          labels={settingLabels()}
          show={showSetting}
          save={(values, { id, version }) =>
            call(
              paypalAccountApi.update,
              { params: { id }, body: { ...fromValues(values), version } },
              { skipErrorHandler: true },
            )
          }
          onRecord={onChanged}
          onSaved={close}
        >
          <LabelField />
          <LimitFields />
        </ApiForm>
      )}
    </FormDrawer>
  )
}
