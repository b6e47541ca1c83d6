import { type Rule, type RuleInput, type RuleTemplate, ruleApi } from '@paydesk/contract/desk/rule'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { dayIn, instantOf } from '../../lib/dateRange.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RuleFields, type RuleValues } from './RuleFields.tsx'
import { readyRule } from './ready.ts'

/** A rule, or the values that a new one starts with. */
type Record = Partial<Rule>
type Props = {
  rule: Rule | undefined
  template?: RuleTemplate | undefined
  onChanged: () => void
  onClosed: () => void
}

export function RuleDrawer({ rule, template, onChanged, onClosed }: Props) {
  const { id: me, company } = useCurrentUser()
  const { timezone } = company
  const [record] = useState<Record>(
    () =>
      rule ??
      (template ? readyRule(template, { today: dayIn(timezone, new Date()), timezone, me }) : {}),
  )
  return (
    <FormDrawer
      title={rule ? t('rule.edit.title', { name: rule.name }) : t('rule.create')}
      onClosed={onClosed}
    >
      {(close) => (
        <ApiForm<RuleValues, Record>
          name="rule"
          label={t('rule.form')}
          record={record}
          proposed={template !== undefined}
          valuesOf={(one) => valuesOf(one, timezone)}
          labels={labels()}
          show={inWords}
          errorFields={{ 'rule.startPassed': 'startAt' }}
          save={(values, { id, version = 0 }) => {
            const body = inputOf(values, timezone)
            const options = { skipErrorHandler: true }
            return id
              ? call(ruleApi.update, { body: { ...body, id, version } }, options)
              : call(ruleApi.create, { body }, options)
          }}
          onRecord={onChanged}
          onSaved={close}
          submitLabel={t(rule ? 'form.save' : 'rule.create')}
          savedText={t(rule ? 'form.saved' : 'rule.created')}
        >
          <RuleFields timezone={timezone} />
        </ApiForm>
      )}
    </FormDrawer>
  )
}

const valuesOf = ({ params, startAt, ...rule }: Record, timezone: string): RuleValues => ({
  name: rule.name ?? '',
  description: rule.description ?? '',
  template: rule.template,
  type: rule.type ?? 'daily',
  startAt: startAt ? formatInstant(startAt, timezone) : undefined,
  days: params?.days ?? null,
  times: params?.times ?? null,
  hours: params?.hours ?? null,
  userIds: params?.userIds ?? [],
})

/**
 * The form has made sure that the required fields are filled; values that the template does not ask
 * for are not kept.
 */
function inputOf(
  { days, times, hours, userIds, startAt = '', ...values }: RuleValues,
  timezone: string,
): RuleInput {
  const params = {
    days: days ?? null,
    times: times ?? null,
    hours: hours ?? null,
    userIds: userIds ?? [],
  }
  return {
    ...values,
    startAt: instantOf(`${startAt.replace(' ', 'T')}Z`, timezone),
    params,
  } as RuleInput
}

function inWords(field: keyof RuleValues, value: unknown): string {
  if (field === 'template') return value ? t(`rule.template.${value as Rule['template']}`) : ''
  if (field === 'type') return t(`rule.type.${value as Rule['type']}`)
  return Array.isArray(value) ? String(value.length) : String(value ?? '')
}

const labels = () => ({
  name: t('rule.name'),
  description: t('rule.description'),
  template: t('rule.template'),
  type: t('rule.type'),
  startAt: t('rule.startAt'),
  days: t('rule.days'),
  times: t('rule.times'),
  hours: t('rule.hours'),
  userIds: t('rule.userIds'),
})
