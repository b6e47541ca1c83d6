import type { ErrorName } from '@paydesk/contract/lib/errors'
import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './ApiForm.module.css'
import { ConflictNotice } from './ConflictNotice.tsx'
import { useApiForm } from './useApiForm.ts'

export type ApiFormProps<V extends object, R> = {
  /** Makes the ids of its fields; unique among the forms of a page. */
  name: string
  /** What a screen reader calls the form. */
  label: string
  /** What was read, with its version; for a new record, the values to start from. */
  record: R
  valuesOf: (record: R) => V
  /** Names of the fields, for the notice about a conflict. */
  labels: { [K in keyof V]: string }
  /** A field's value in words, where `String` does not do. */
  show?: (field: keyof V, value: unknown) => string
  /** Sends the values with the version of `record`, with `skipErrorHandler`: errors are shown here. */
  save: (values: V, record: R) => Promise<R>
  /** The record as it is now: after saving, and when someone else was faster. */
  onRecord: (record: R) => void
  /** After saving only: a drawer closes. */
  onSaved?: (record: R) => void
  /** The part of the body that holds the values, where they are not the whole body. */
  part?: string
  /** Refusals that belong to a field. */
  errorFields?: { [E in ErrorName]?: keyof V }
  submitLabel?: string
  savedText?: string
  children: ReactNode
}

/** Spec §9. On a phone antd stacks label and field; only the offset has to be taken back. */
const columns = { labelCol: { span: 6 }, wrapperCol: { span: 14 } }
/** Whether something is there is judged while typing; whether it is well formed when leaving the field (`validateTrigger` of the rule). */
const triggers = ['onChange', 'onBlur']
const buttonColumn = { xs: { span: 24, offset: 0 }, sm: { span: 14, offset: 6 } }

/** The one form of an editable record: layout, messages at their fields, conflicts, and the question before changes are lost. */
export function ApiForm<V extends object, R>(props: ApiFormProps<V, R>) {
  const { form, busy, changed, conflict, onValuesChange, submit, discard, takeTheirs, keepMine, initial } = useApiForm(props)
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
      {conflict && <ConflictNotice differences={conflict.differences} onTheirs={takeTheirs} onMine={keepMine} />}
      {props.children}
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
