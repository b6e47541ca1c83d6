import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type CompanySetting, chatHosts, chatKinds, type SettingValues } from '@paydesk/contract/companySetting'
import { Button, Form, Input, Select, Switch } from 'antd'
import { t } from '../lib/i18n.ts'
import { chatUrlIsOf, isEmail } from './address.ts'
import styles from './CompanySettingPage.module.css'
import { inWords, SettingForm } from './SettingForm.tsx'

type Values = SettingValues['notifications']
type Webhook = Values['webhooks'][number]
const maxWebhooks = 10
const kinds = () => chatKinds.map((value) => ({ value, label: t(`setting.notifications.${value}`) }))

const show = (field: keyof Values, value: unknown) =>
  field === 'webhooks'
    ? inWords(
        field,
        (value as Webhook[]).map(({ kind, name }) => `${t(`setting.notifications.${kind}`)} ${name}`),
      )
    : inWords(field, value)

export function NotificationsTab({ setting }: { setting: CompanySetting }) {
  const labels = { emails: t('setting.notifications.emails'), webhooks: t('setting.notifications.webhooks') }
  return (
    <SettingForm
      tab="notifications"
      setting={setting}
      toFields={(values) => values}
      fromFields={(values) => values}
      labels={labels}
      show={show}
    >
      <Form.Item
        name="emails"
        label={labels.emails}
        extra={t('setting.notifications.emails.hint')}
        rules={[{ validator: (_, emails: string[]) => checkEmails(emails) }]}
      >
        <Select mode="tags" open={false} maxCount={20} suffixIcon={null} tokenSeparators={[' ', ',', ';']} />
      </Form.Item>
      <Form.Item label={labels.webhooks} extra={t('setting.notifications.webhooks.hint')}>
        <Form.List name="webhooks">
          {(lines, { add, remove }) => (
            <div className={styles.lines}>
              {lines.map(({ key, name }, index) => (
                <WebhookLine key={key} line={name} position={index + 1} onRemove={() => remove(name)} />
              ))}
              <div>
                <Button
                  icon={<PlusOutlined aria-hidden />}
                  disabled={lines.length >= maxWebhooks}
                  onClick={() => add({ kind: 'dingtalk', name: '', url: '', enabled: true } satisfies Webhook)}
                >
                  {t('setting.add')}
                </Button>
              </div>
            </div>
          )}
        </Form.List>
      </Form.Item>
    </SettingForm>
  )
}

function WebhookLine({ line, position, onRemove }: { line: number; position: number; onRemove: () => void }) {
  const whole = { span: 24 }
  return (
    <div className={styles.webhook}>
      <Form.Item name={[line, 'kind']} wrapperCol={whole}>
        <Select options={kinds()} aria-label={t('setting.notifications.kind')} />
      </Form.Item>
      <Form.Item name={[line, 'name']} wrapperCol={whole} rules={[{ required: true, whitespace: true, message: t('setting.required') }]}>
        <Input maxLength={50} placeholder={t('setting.notifications.name')} aria-label={t('setting.notifications.name')} />
      </Form.Item>
      <div className={styles.ends}>
        <Form.Item name={[line, 'enabled']} valuePropName="checked" noStyle>
          <Switch aria-label={t('setting.notifications.enabled')} />
        </Form.Item>
        <Button icon={<DeleteOutlined />} aria-label={t('setting.remove', { line: position })} onClick={onRemove} />
      </div>
      <Form.Item
        className={styles.url ?? ''}
        name={[line, 'url']}
        wrapperCol={whole}
        dependencies={[['webhooks', line, 'kind']]}
        rules={[
          ({ getFieldValue }) => ({
            validateTrigger: 'onBlur',
            validator: (_, url: string) => checkUrl(getFieldValue(['webhooks', line, 'kind']), url),
          }),
        ]}
      >
        <Input
          maxLength={500}
          dir="ltr"
          placeholder={t('setting.notifications.url')}
          aria-label={t('setting.notifications.url')}
          autoComplete="off"
        />
      </Form.Item>
    </div>
  )
}

async function checkUrl(kind: Webhook['kind'], url: string) {
  if (!chatUrlIsOf(kind, url ?? '')) throw new Error(t('setting.notifications.url.invalid', { hosts: chatHosts[kind].join(', ') }))
}

async function checkEmails(emails: string[]) {
  const wrong = emails.find((email) => !isEmail(email))
  if (wrong !== undefined) throw new Error(t('setting.notifications.emails.invalid', { email: wrong }))
}
