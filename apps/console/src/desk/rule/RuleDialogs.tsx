import { type Rule, ruleApi } from '@paydesk/contract/desk/rule'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Doing } from './doing.ts'
import { EnableDialog } from './EnableDialog.tsx'
import { RuleDrawer } from './RuleDrawer.tsx'
import { RunsDrawer } from './RunsDrawer.tsx'

type Props = { doing: Doing | undefined; onDeleted: (ids: string[]) => void; onClosed: () => void }

export function RuleDialogs({ doing, onDeleted, onClosed }: Props) {
  const onChanged = () => void refreshApi(ruleApi.list)
  switch (doing?.what) {
    case undefined:
      return null
    case 'create':
      return (
        <RuleDrawer
          rule={undefined}
          template={doing.template}
          onChanged={onChanged}
          onClosed={onClosed}
        />
      )
    case 'edit':
      return <RuleDrawer rule={doing.rule} onChanged={onChanged} onClosed={onClosed} />
    case 'runs':
      return <RunsDrawer rule={doing.rule} onClosed={onClosed} />
    case 'enable':
    case 'disable':
      return (
        <EnableDialog
          rule={doing.rule}
          enabled={doing.what === 'enable'}
          onChanged={onChanged}
          onClosed={onClosed}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          rules={doing.rules}
          onDeleted={onDeleted}
          onChanged={onChanged}
          onClosed={onClosed}
        />
      )
  }
}

type DeleteProps = Omit<Props, 'doing'> & { rules: Rule[]; onChanged: () => void }

function DeleteDialog({ rules, onDeleted, onChanged, onClosed }: DeleteProps) {
  const ids = rules.map(({ id }) => id)
  const count = rules.length
  return (
    <ConfirmDialog
      title={
        count === 1
          ? t('rule.delete.title', { name: rules[0]?.name ?? '' })
          : t('rule.delete.many', { count })
      }
      confirmLabel={t('rule.delete.confirm', { count })}
      danger
      onConfirm={async (quiet) => {
        await call(ruleApi.remove, { body: { ids } }, quiet)
        feedback.message().success(t('rule.delete.done', { count }))
        onDeleted(ids)
        onChanged()
      }}
      onClosed={onClosed}
    >
      <p>{t('rule.delete.effect')}</p>
    </ConfirmDialog>
  )
}
