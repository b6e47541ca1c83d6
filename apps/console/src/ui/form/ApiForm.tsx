import { Button, Form } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './ApiForm.module.css'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FormNotice } from './FormNotice.tsx'
import { type ApiFormProps, useApiForm } from './useApiForm.ts'

/** Spec §9. On a phone antd stacks label and field, so only the offset has to be removed. */
const columns = { labelCol: { span: 6 }, wrapperCol: { span: 14 } }
/**
 * A rule checks while typing whether a value is there; it checks when leaving the field whether the
 * value is well formed (the rule's `validateTrigger`).
 */
const triggers = ['onChange', 'onBlur']
const buttonColumn = { xs: { span: 24, offset: 0 }, sm: { span: 14, offset: 6 } }

/**
 * The one form for editable records: layout, messages at their fields, conflicts, and the question
 * before changes are lost.
 */
export function ApiForm<V extends object, R>(props: ApiFormProps<V, R>) {
  const {
    form,
    busy,
    changed,
    conflict,
    refusal,
    onValuesChange,
    submit,
    discard,
    takeTheirs,
    keepMine,
    initial,
  } = useApiForm(props)
  return (
    <Form<V>
      {...columns}
      form={form}
      name={props.name}
      aria-label={props.label}
      initialValues={initial}
      onValuesChange={onValuesChange}
      onFinish={submit}
      scrollToFirstError={{ focus: true, block: 'center' }}
      validateTrigger={triggers}
      labelWrap
    >
      {conflict && (
        <ConflictNotice
          differences={conflict.differences}
          onTheirs={takeTheirs}
          onMine={keepMine}
        />
      )}
      {props.children}
      <FormNotice notice={refusal ? { type: 'error', text: refusal } : undefined} />
      <Form.Item wrapperCol={buttonColumn} className={styles.buttons ?? ''}>
        <Button type="primary" htmlType="submit" loading={busy} disabled={conflict !== undefined}>
          {props.submitLabel ?? t('form.save')}
        </Button>
        {changed && !conflict && (
          <Button onClick={discard} disabled={busy}>
            {t('form.discard')}
          </Button>
        )}
        {changed && <span className={styles.changed}>{t('form.changed')}</span>}
      </Form.Item>
    </Form>
  )
}
