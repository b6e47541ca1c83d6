import { normalPhone } from '@paydesk/contract/people/login'
import { type User, userApi } from '@paydesk/contract/people/user'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { type AmountLine, amountsOf, linesOf } from '../../ui/form/AmountLines.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import { EmailField, LimitsField, NameField, PhoneField } from './fields.tsx'

type Values = { name: string; email: string; phone: string; limited: boolean; limits: AmountLine[] }

const valuesOf = ({ name, email, phone, approvalLimits }: User): Values => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  limited: approvalLimits !== null,
  limits: linesOf(approvalLimits ?? []),
})

export function EditDrawer({ user, onChanged, onClosed }: DialogProps & { user: User }) {
  // Nobody sets their own limit: the API refuses it.
  const isMyself = useCurrentUser().id === user.id
  return (
    <FormDrawer title={t('user.edit.title', { name: user.name })} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, User>
          name="user"
          label={t('user.edit.title', { name: user.name })}
          record={user}
          valuesOf={valuesOf}
          labels={{
            name: t('user.name'),
            email: t('user.email'),
            phone: t('user.phone'),
            limited: t('user.limits'),
            limits: t('user.limits.some'),
          }}
          show={show}
          save={({ name, email, phone, limited, limits }, { id, version }) =>
            call(
              userApi.update,
              {
                params: { id },
                body: {
                  name,
                  email: email || null,
                  phone: phone ? normalPhone(phone) : null,
                  ...(!isMyself && { approvalLimits: limited ? amountsOf(limits) : null }),
                  version,
                },
              },
              { skipErrorHandler: true },
            )
          }
          onRecord={onChanged}
          onSaved={close}
        >
          <NameField />
          <EmailField required={user.status === 'invited'} />
          <PhoneField />
          {!isMyself && <LimitsField />}
        </ApiForm>
      )}
    </FormDrawer>
  )
}

function show(key: string, value: unknown): string {
  if (key === 'limited') return t(value ? 'user.limits.some' : 'user.limits.none')
  if (key !== 'limits') return String(value ?? '')
  const lines = value as AmountLine[]
  return (
    lines.map(({ currency, amount }) => t('user.limits.upTo', { amount: `${currency} ${amount}` })).join(', ') || t('user.limits.nothing')
  )
}
