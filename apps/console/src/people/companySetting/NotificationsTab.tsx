import { PlusOutlined } from '@ant-design/icons'
import {
  type CompanySetting,
  companyKinds,
  type SettingValues,
} from '@paydesk/contract/people/companySetting'
import { Button, Checkbox, Form, Select } from 'antd'
import { t } from '../../lib/i18n.ts'
import { textPackOptions } from '../../lib/locale.ts'
import { QuietField } from '../../shared/notice/QuietField.tsx'
import { quietFields, quietOf, quietText } from '../../ui/form/hours.ts'
import { isEmail } from './address.ts'
import { BotLine, type Webhook } from './BotLine.tsx'
import styles from './CompanySettingPage.module.css'
import { inWords, SettingForm } from './SettingForm.tsx'

type Stored = SettingValues['notifications']
type Values = Omit<Stored, 'quiet'> & { quiet: ReturnType<typeof quietFields> }
const maxWebhooks = 10

const show = (field: keyof Values, value: unknown) => {
  if (field === 'quiet') return quietText(value as Values['quiet'])
  if (field === 'kinds')
    return inWords(
      field,
      (value as Stored['kinds']).map((kind) => t(`notification.kind.${kind}`)),
    )
  return field === 'webhooks'
    ? inWords(
        field,
        (value as Webhook[]).map(
          ({ kind, name }) => `${t(`setting.notifications.${kind}`)} ${name}`,
        ),
      )
    : inWords(field, value)
}

/**
 * The values that people type. A bot's line gets the other known facts about the bot separately.
 */
const toFields = ({ quiet, webhooks, ...values }: Stored): Values => ({
  ...values,
  quiet: quietFields(quiet),
  webhooks: webhooks.map(({ id, kind, name, enabled }) => ({
    id,
    kind,
    name,
    enabled,
    url: '',
    secret: '',
  })),
})

/** An address or a secret that was not typed stays unchanged. */
const fromFields = ({ quiet, webhooks, ...values }: Values): Stored => ({
  ...values,
  quiet: quietOf(quiet),
  webhooks: webhooks.map(({ id, kind, name, enabled, url, secret }) => ({
    ...(id && { id }),
    kind,
    name,
    enabled,
    ...(url && { url }),
    ...(secret && { secret }),
  })),
})

export function NotificationsTab({ setting }: { setting: CompanySetting }) {
  const labels = {
    kinds: t('setting.notifications.kinds'),
    emails: t('setting.notifications.emails'),
    webhooks: t('setting.notifications.webhooks'),
    language: t('setting.notifications.language'),
    quiet: t('notification.quiet'),
  }
  return (
    <SettingForm
      tab="notifications"
      setting={setting}
      toFields={toFields}
      fromFields={fromFields}
      labels={labels}
      show={show}
    >
      <Form.Item name="kinds" label={labels.kinds} extra={t('setting.notifications.kinds.hint')}>
        <Checkbox.Group
          className={styles.kinds ?? ''}
          options={companyKinds.map((kind) => ({
            value: kind,
            label: t(`notification.kind.${kind}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="emails"
        label={labels.emails}
        extra={t('setting.notifications.emails.hint')}
        rules={[{ validator: (_, emails: string[]) => checkEmails(emails) }]}
      >
        <Select
          mode="tags"
          open={false}
          maxCount={20}
          suffixIcon={null}
          tokenSeparators={[' ', ',', ';']}
        />
      </Form.Item>
      <Form.Item label={labels.webhooks} extra={t('setting.notifications.webhooks.hint')}>
        <Form.List name="webhooks">
          {(lines, { add, remove }) => (
            <div className={styles.lines}>
              {lines.map(({ key, name }, index) => (
                <BotLine
                  key={key}
                  line={name}
                  position={index + 1}
                  saved={setting.notifications.webhooks}
                  onRemove={() => remove(name)}
                />
              ))}
              <div>
                <Button
                  icon={<PlusOutlined aria-hidden />}
                  disabled={lines.length >= maxWebhooks}
                  onClick={() =>
                    add({
                      kind: 'dingtalk',
                      name: '',
                      enabled: true,
                      url: '',
                      secret: '',
                    } satisfies Webhook)
                  }
                >
                  {t('setting.add')}
                </Button>
              </div>
            </div>
          )}
        </Form.List>
      </Form.Item>
      <Form.Item name="language" label={labels.language}>
        <Select options={textPackOptions} />
      </Form.Item>
      <QuietField name="quiet" label={labels.quiet} hint={t('setting.notifications.quiet.hint')} />
    </SettingForm>
  )
}

async function checkEmails(emails: string[]) {
  const wrong = emails.find((email) => !isEmail(email))
  if (wrong !== undefined)
    throw new Error(t('setting.notifications.emails.invalid', { email: wrong }))
}
