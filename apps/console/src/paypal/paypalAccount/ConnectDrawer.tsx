import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { accountEnvironments } from '@paydesk/contract/paypal/paypalAccountState'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import type { DialogProps } from './doing.ts'
import styles from './PaypalAccountPage.module.css'
import {
  fromValues,
  LabelField,
  LimitFields,
  type SettingValues,
  settingLabels,
  showSetting,
} from './SettingFields.tsx'

type Values = SettingValues & {
  environment: (typeof accountEnvironments)[number]
  clientId: string
  secret: string
}
const blank: Values = {
  label: '',
  email: '',
  currencies: [],
  priority: 100,
  dailyCount: null,
  limits: [],
  environment: 'sandbox',
  clientId: '',
  secret: '',
}

export function ConnectDrawer({ onChanged, onClosed }: DialogProps) {
  const [record] = useState(blank)
  return (
    <FormDrawer title={t('paypalAccount.connect.title')} onClosed={onClosed}>
      {(close) => (
        <>
          <WhereToFind />
          <ApiForm<Values, Values>
            name="connect"
            label={t('paypalAccount.connect.title')}
            record={record}
            valuesOf={(values) => values}
            labels={{
              ...settingLabels(),
              environment: t('paypalAccount.environment'),
              clientId: t('paypalAccount.clientId'),
              secret: t('paypalAccount.secret'),
            }}
            show={showSetting}
            errorFields={{
              'paypalAccount.credentialsRefused': 'secret',
              'paypalAccount.alreadyConnected': 'clientId',
              'paypalAccount.liveNotAllowed': 'environment',
            }}
            save={async (values) => {
              const { environment, clientId, secret } = values
              const body = { ...fromValues(settingsOf(values)), environment, clientId, secret }
              await call(paypalAccountApi.connect, { body }, { skipErrorHandler: true })
              return blank
            }}
            onRecord={onChanged}
            onSaved={close}
            submitLabel={t('paypalAccount.connect.submit')}
            savedText={t('paypalAccount.connected')}
          >
            <Form.Item name="environment" label={t('paypalAccount.environment')}>
              <Radio.Group
                className={styles.choices ?? ''}
                options={accountEnvironments.map((value) => ({
                  value,
                  label: t(`paypalAccount.environment.${value}.hint`),
                }))}
              />
            </Form.Item>
            <CredentialFields />
            <LabelField />
            <LimitFields />
          </ApiForm>
        </>
      )}
    </FormDrawer>
  )
}

const settingsOf = ({
  label,
  email,
  currencies,
  priority,
  dailyCount,
  limits,
}: Values): SettingValues => ({
  label,
  email,
  currencies,
  priority,
  dailyCount,
  limits,
})

const WhereToFind = () => (
  <section className={styles.where}>
    <h2 className={styles.whereTitle}>{t('paypalAccount.where')}</h2>
    <ol>
      {(['1', '2', '3', '4'] as const).map((step) => (
        <li key={step}>{t(`paypalAccount.where.${step}`)}</li>
      ))}
    </ol>
  </section>
)
