import { canShareView, type View, type ViewList, viewApi } from '@paydesk/contract/office/view'
import { Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { call, type Quiet } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import styles from './TableTools.module.css'

type Naming =
  | { what: 'create'; list: ViewList; query: string; columns: string[] | null }
  | { what: 'edit'; view: View }
export type Doing = Naming | { what: 'delete'; view: View }

type Props<A = Doing> = { doing: A; onDone: (id: string) => void; onClosed: () => void }

export const ViewDialog = ({ doing, ...rest }: Props) =>
  doing.what === 'delete' ? (
    <Delete view={doing.view} onClosed={rest.onClosed} />
  ) : (
    <Name doing={doing} {...rest} />
  )

function Name({ doing, onDone, onClosed }: Props<Naming>) {
  const id = useId()
  const mayShare = canShareView(useCurrentUser())
  const view = doing.what === 'edit' ? doing.view : undefined
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const save = async (quiet: Quiet) => {
    const body = { name: name.trim(), shared }
    const saved =
      doing.what === 'create'
        ? await call(
            viewApi.create,
            { body: { ...body, list: doing.list, query: doing.query, columns: doing.columns } },
            quiet,
          )
        : await call(
            viewApi.update,
            { params: { id: doing.view.id }, body: { ...body, version: doing.view.version } },
            quiet,
          )
    onDone(saved.id)
    await refreshApi(viewApi.list)
    feedback.message().success(t('view.saved'))
  }
  return (
    <ConfirmDialog
      title={view ? t('view.edit', { name: view.name }) : t('view.create')}
      confirmLabel={t('form.save')}
      disabled={name.trim() === ''}
      onConfirm={save}
      onClosed={onClosed}
    >
      <p className={styles.hint}>{t('view.hint')}</p>
      <div className={styles.field}>
        <label htmlFor={id}>{t('view.name')}</label>
        <Input
          id={id}
          autoFocus
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {(mayShare || shared) && (
        <Checkbox
          checked={shared}
          disabled={!mayShare}
          onChange={(event) => setShared(event.target.checked)}
        >
          {t('view.share')}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

function Delete({ view, onClosed }: { view: View; onClosed: () => void }) {
  const remove = async (quiet: Quiet) => {
    await call(viewApi.remove, { params: { id: view.id } }, quiet)
    await refreshApi(viewApi.list)
  }
  return (
    <ConfirmDialog
      title={t('view.delete', { name: view.name })}
      confirmLabel={t('view.delete.confirm')}
      danger
      onConfirm={remove}
      onClosed={onClosed}
    >
      {t(view.shared ? 'view.delete.shared' : 'view.delete.own')}
    </ConfirmDialog>
  )
}
