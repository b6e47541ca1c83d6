import {
  type Choices,
  type NotificationKind,
  notificationChannels,
  notificationChoiceApi,
  notificationKinds,
} from '@paydesk/contract/people/notificationChoice'
import { Checkbox, Form, Select } from 'antd'
import { call } from '../../lib/api/api.ts'
import { putApi, useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { QuietField } from '../../shared/notice/QuietField.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { hourOptions, hourText, quietFields, quietOf, quietText } from '../../ui/form/hours.ts'
import { SectionState } from './SectionState.tsx'
import styles from './Settings.module.css'

type Kinds = { [K in NotificationKind]: { console: boolean; email: boolean } }
type Values = Kinds & { digestHour: number | null; quiet: ReturnType<typeof quietFields> }

const valuesOf = ({ choices, digestHour, quiet }: Choices): Values => ({
  ...(Object.fromEntries(
    choices.map(({ kind, console, email }) => [kind, { console, email }]),
  ) as Kinds),
  digestHour,
  quiet: quietFields(quiet),
})

const save = ({ digestHour, quiet, ...kinds }: Values, { version }: Choices): Promise<Choices> => {
  const choices = notificationKinds.map((kind) => ({ kind, ...kinds[kind] }))
  const body = { version, choices, digestHour, quiet: quietOf(quiet) }
  return call(notificationChoiceApi.replace, { body }, { skipErrorHandler: true })
}

const digestText = (hour: number | null) =>
  hour === null
    ? t('notification.digest.atOnce')
    : t('notification.digest.daily', { hour: hourText(hour) })

const show = (field: keyof Values, value: unknown) => {
  if (field === 'digestHour') return digestText(value as number | null)
  if (field === 'quiet') return quietText(value as Values['quiet'])
  const chosen = notificationChannels.filter(
    (channel) => (value as Kinds[NotificationKind] | undefined)?.[channel],
  )
  return (
    chosen.map((channel) => t(`notification.${channel}`)).join(' + ') || t('notification.nothing')
  )
}

const name = (kind: NotificationKind) => t(`notification.kind.${kind}`)

/** Which notifications come by which channel, and when e-mails are sent. */
export function NotificationSection() {
  const { data, error, refetch } = useApi(notificationChoiceApi.read, {})
  if (!data) return <SectionState failed={error !== null} onRetry={refetch} />
  const labels = {
    ...(Object.fromEntries(notificationKinds.map((kind) => [kind, name(kind)])) as Record<
      NotificationKind,
      string
    >),
    digestHour: t('notification.digest'),
    quiet: t('notification.quiet'),
  }
  const digests = [null, ...hourOptions().map(({ value }) => value)].map((value) => ({
    value,
    label: digestText(value),
  }))
  return (
    <>
      <h2 className={styles.sectionTitle}>{t('account.notification')}</h2>
      <p className={styles.detail}>{t('notification.explain')}</p>
      <ApiForm<Values, Choices>
        name="notification"
        label={t('account.notification')}
        record={data}
        valuesOf={valuesOf}
        labels={labels}
        show={show}
        save={save}
        onRecord={(saved) => putApi(notificationChoiceApi.read, {}, saved)}
      >
        <KindTable />
        <Form.Item
          name="digestHour"
          label={labels.digestHour}
          extra={t('notification.digest.hint')}
        >
          <Select<number | null> options={digests} />
        </Form.Item>
        <QuietField
          name="quiet"
          label={labels.quiet}
          hint={t('notification.quiet.hint', { timezone: data.timezone })}
        />
      </ApiForm>
    </>
  )
}

/** Kinds are rows and channels are columns, so that one glance shows what comes where. */
const KindTable = () => (
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
)
