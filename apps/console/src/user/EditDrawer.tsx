import { normalPhone } from '@paydesk/contract/login'
import { type User, userApi } from '@paydesk/contract/user'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { ApiForm } from '../ui/ApiForm.tsx'
import { FormDrawer } from '../ui/FormDrawer.tsx'
import { EmailField, NameField, PhoneField } from './fields.tsx'
import type { DialogProps } from './UserDialogs.tsx'

type Values = { name: string; email: string; phone: string }

export function EditDrawer({ user, onChanged, onClosed }: DialogProps & { user: User }) {
  return (
    <FormDrawer title={t('user.edit.title', { name: user.name })} onClosed={onClosed}>
      {(close) => (
        <ApiForm<Values, User>
          name="user"
          label={t('user.edit.title', { name: user.name })}
          record={user}
          valuesOf={({ name, email, phone }) => ({ name, email: email ?? '', phone: phone ?? '' })}
          labels={{ name: t('user.name'), email: t('user.email'), phone: t('user.phone') }}
          save={({ name, email, phone }, { id, version }) =>
            call(
              userApi.update,
              { params: { id }, body: { name, email: email || null, phone: phone ? normalPhone(phone) : null, version } },
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
