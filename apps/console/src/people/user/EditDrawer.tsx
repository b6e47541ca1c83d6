import { normalPhone } from '@paydesk/contract/people/login'
import { type User, userApi } from '@paydesk/contract/people/user'
import { call } from '../../lib/api/api.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import { EmailField, NameField, PhoneField } from './fields.tsx'

type Values = { name: string; email: string; phone: string }

const valuesOf = ({ name, email, phone }: User): Values => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
})

export function EditDrawer({ user, onChanged, onClosed }: DialogProps & { user: User }) {
  return (
    <FormDrawer title={t('user.edit.title', { name: user.name })} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, User>
          name="user"
          label={t('user.edit.title', { name: user.name })}
          record={user}
          valuesOf={valuesOf}
          labels={{ name: t('user.name'), email: t('user.email'), phone: t('user.phone') }}
          save={({ name, email, phone }, { id, version }) =>
            call(
              userApi.update,
              {
                params: { id },
                body: {
                  name,
                  email: email || null,
                  phone: phone ? normalPhone(phone) : null,
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
        </ApiForm>
      )}
    </FormDrawer>
  )
}
