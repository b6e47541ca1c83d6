import { DeleteOutlined } from '@ant-design/icons'
import { chatKinds } from '@paydesk/contract/lib/chat'
import {
  chatHosts,
  companySettingApi,
  isChatUrl,
  type SettingValues,
} from '@paydesk/contract/people/companySetting'
import { Button, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { Time } from '../../ui/Time.tsx'
import styles from './CompanySettingPage.module.css'

export type Webhook = SettingValues['notifications']['webhooks'][number]
const kinds = () =>
  chatKinds.map((value) => ({ value, label: t(`setting.notifications.${value}`) }))
const whole = { span: 24 }

type Props = { line: number; position: number; saved: Webhook[]; onRemove: () => void }

/**
 * One bot. Its address and secret can be written but never read: an empty field keeps
 * the stored value.
 */
export function BotLine({ line, position, saved, onRemove }: Props) {
  const id = Form.useWatch<string | undefined>(['webhooks', line, 'id'])
  const kind = Form.useWatch<Webhook['kind'] | undefined>(['webhooks', line, 'kind'])
  const bot = saved.find((one) => one.id !== undefined && one.id === id)
  // An address belongs to one kind of chat, so another kind needs another address.
  const known = bot !== undefined && bot.kind === kind
  return (
    <div className={styles.webhook}>
      <Form.Item name={[line, 'id']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[line, 'kind']} wrapperCol={whole}>
        <Select options={kinds()} aria-label={t('setting.notifications.kind')} />
      </Form.Item>
      <Form.Item
        name={[line, 'name']}
        wrapperCol={whole}
        rules={[{ required: true, whitespace: true, message: t('setting.required') }]}
      >
        <Input
          maxLength={50}
          placeholder={t('setting.notifications.name')}
          aria-label={t('setting.notifications.name')}
        />
      </Form.Item>
      <div className={styles.ends}>
        <Form.Item name={[line, 'enabled']} valuePropName="checked" noStyle>
          <Switch aria-label={t('setting.notifications.enabled')} />
        </Form.Item>
        <Button
          icon={<DeleteOutlined />}
          aria-label={t('setting.remove', { line: position })}
          onClick={onRemove}
        />
      </div>
      <Form.Item
        className={styles.url ?? ''}
        name={[line, 'url']}
        wrapperCol={whole}
        dependencies={[['webhooks', line, 'kind']]}
        rules={[
          ({ getFieldValue }) => ({
            validateTrigger: 'onBlur',
            validator: (_, url: string) =>
              checkUrl(getFieldValue(['webhooks', line, 'kind']), url, known),
          }),
        ]}
      >
        <Input
          maxLength={500}
          dir="ltr"
          placeholder={
            known
              ? t('setting.notifications.url.kept', { last4: bot.urlLast4 ?? '' })
              : t('setting.notifications.url')
          }
          aria-label={t('setting.notifications.url')}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item
        className={styles.secret ?? ''}
        name={[line, 'secret']}
        wrapperCol={whole}
        hidden={kind === 'wecom'}
      >
        <Input
          maxLength={200}
          dir="ltr"
          placeholder={t(
            known && bot.hasSecret
              ? 'setting.notifications.secret.kept'
              : 'setting.notifications.secret',
          )}
          aria-label={t('setting.notifications.secret')}
          autoComplete="off"
        />
      </Form.Item>
      {bot?.id && <BotState bot={bot} id={bot.id} />}
    </div>
  )
}

/** How the last sending went, and a button to test the bot. Only a saved bot can be tested. */
function BotState({ bot: { sentAt, failure, failedAt }, id }: { bot: Webhook; id: string }) {
  const [busy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    try {
      await call(companySettingApi.testBot, { params: { id } })
      // The worker sends the message within seconds; the settings then show its outcome.
      for (const waitMs of [2000, 3000]) {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        await refreshApi(companySettingApi.read)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.botState}>
      <span role="status">
        {failure && failedAt ? (
          <span className={styles.botFailed}>
            {t('setting.notifications.failedAt')} <Time at={failedAt} />{' '}
            <bdi dir="ltr">{failure}</bdi>
          </span>
        ) : sentAt ? (
          <>
            {t('setting.notifications.sentAt')} <Time at={sentAt} />
          </>
        ) : (
          t('setting.notifications.neverSent')
        )}
      </span>
      <Button size="small" loading={busy} onClick={() => void test().catch(() => undefined)}>
        {t('setting.notifications.test')}
      </Button>
    </div>
  )
}

async function checkUrl(kind: Webhook['kind'], url: string | undefined, known: boolean) {
  if (!url && known) return
  if (!isChatUrl(kind, url ?? ''))
    throw new Error(t('setting.notifications.url.invalid', { hosts: chatHosts[kind].join(', ') }))
}
