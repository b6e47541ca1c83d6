import { limitChangeApi } from '@paydesk/contract/people/limitChange'
import type { User } from '@paydesk/contract/people/user'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { useWaitingLimits, WaitingLimits } from '../../shared/limitChange/WaitingLimits.tsx'
import { limitsText } from '../../shared/limitChange/words.ts'
import { type AmountLine, amountsOf, linesOf } from '../../ui/form/AmountLines.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import { LimitsField } from './fields.tsx'

type Values = { limited: boolean; limits: AmountLine[] }

const valuesOf = ({ approvalLimits }: User): Values => ({
  limited: approvalLimits !== null,
  limits: linesOf(approvalLimits ?? []),
})
const limitsOf = ({ limited, limits }: Values) => (limited ? amountsOf(limits) : null)

function show(key: keyof Values, value: unknown): string {
  if (key === 'limited') return t(value ? 'user.limits.some' : 'user.limits.none')
  return limitsText(amountsOf(value as AmountLine[]), 'user')
}

/**
 * Asks for other limits of one user. While a change waits there is no form: a second one
 * would be refused.
 */
export function LimitsDrawer({ user, onClosed }: Omit<DialogProps, 'onChanged'> & { user: User }) {
  const waiting = useWaitingLimits('user')?.filter(({ userId }) => userId === user.id)
  const title = t('user.setLimits.title', { name: user.name })
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) =>
        waiting && waiting.length > 0 ? (
          <>
            <WaitingLimits changes={waiting} />
            <p>
              {t('limitChange.now')}: {limitsText(user.approvalLimits, 'user')}
            </p>
          </>
        ) : (
          <ApiForm<Values, User>
            name="limits"
            label={title}
            record={user}
            valuesOf={valuesOf}
            labels={{ limited: t('user.limits'), limits: t('user.limits.some') }}
            show={show}
            save={async (values, record) => {
              await call(
                limitChangeApi.ask,
                { body: { userId: record.id, approvalLimits: limitsOf(values) } },
                { skipErrorHandler: true },
              )
              // Nothing has changed yet.
              return record
            }}
            onRecord={() => void refreshApi(limitChangeApi.list)}
            onSaved={close}
            submitLabel={t('limitChange.submit')}
            savedText={t('limitChange.submitted')}
          >
            <p>{t('limitChange.hint')}</p>
            <LimitsField />
          </ApiForm>
        )
      }
    </FormDrawer>
  )
}
