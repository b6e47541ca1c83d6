import type { Reply } from '@paydesk/contract/endpoint'
import { type NotificationKind, notificationChannels, notificationChoiceApi, notificationKinds } from '@paydesk/contract/notificationChoice'
import { Checkbox, Form } from 'antd'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { putApi, useApi } from '../lib/query.ts'
import { ApiForm } from '../ui/ApiForm.tsx'
import { SectionState } from './SectionState.tsx'
import styles from './Settings.module.css'

type Choices = Reply<typeof notificationChoiceApi.read>
type Values = { [K in NotificationKind]: { console: boolean; email: boolean } }

const valuesOf = ({ choices }: Choices) =>
  Object.fromEntries(choices.map(({ kind, console, email }) => [kind, { console, email }])) as Values

const save = (values: Values, { version }: Choices): Promise<Choices> => {
  const choices = notificationKinds.map((kind) => ({ kind, ...values[kind] }))
  return call(notificationChoiceApi.replace, { body: { version, choices } }, { skipErrorHandler: true })
}

const show = (_: keyof Values, value: unknown) => {
  const chosen = notificationChannels.filter((channel) => (value as Values[NotificationKind] | undefined)?.[channel])
  return chosen.map((channel) => t(`notification.${channel}`)).join(' + ') || t('notification.nothing')
}

/** Kinds down, channels across: one glance says what comes where. */
export function NotificationSection() {
  const { data, error, refetch } = useApi(notificationChoiceApi.read, {})
  if (!data) return <SectionState failed={error !== null} onRetry={refetch} />
  const name = (kind: NotificationKind) => t(`notification.kind.${kind}`)
  return (
    <>
      <h2 className={styles.sectionTitle}>{t('account.notification')}</h2>
      <p className={styles.detail}>{t('notification.explain')}</p>
      <ApiForm<Values, Choices>
        name="notification"
        label={t('account.notification')}
        record={data}
        valuesOf={valuesOf}
        labels={Object.fromEntries(notificationKinds.map((kind) => [kind, name(kind)])) as Record<NotificationKind, string>}
        show={show}
        save={save}
        onRecord={(saved) => putApi(notificationChoiceApi.read, {}, saved)}
      >
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{t('notification.kind')}</th>
              {notificationChannels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notification.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {name(kind)}
                  <small>{t(`notification.about.${kind}`)}</small>
                </th>
                {notificationChannels.map((channel) => (
                  <td key={channel}>
                    <Form.Item noStyle name={[kind, channel]} valuePropName="checked">
                      <Checkbox aria-label={`${name(kind)}: ${t(`notification.${channel}`)}`} />
                    </Form.Item>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ApiForm>
    </>
  )
}
