import { type Role, roleApi } from '@paydesk/contract/people/role'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/apiError.ts'
import { showError } from '../../lib/api/errors.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { useUnsaved } from '../../ui/form/useUnsaved.ts'
import { type Edit, type Edits, rebased, withChange, withoutEdit } from './matrix.ts'

/**
 * The unsaved ticks, and the conflicts with what others saved. Each role is saved by one call, with
 * the version at which its edit began.
 */
export function useMatrix() {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<Edits>(new Map())
  const [conflicts, setConflicts] = useState<{ edit: Edit; latest: Role }[]>([])
  const [busy, setBusy] = useState(false)
  useUnsaved(edits.size > 0)
  const refresh = () => queries.invalidateQueries({ queryKey: ['GET', roleApi.list.path] })

  async function save() {
    setBusy(true)
    const all = [...edits.values()]
    const results = await Promise.allSettled(all.map(saveOne))
    const met: typeof conflicts = []
    for (const [index, result] of results.entries()) {
      const edit = all[index] as Edit
      if (result.status === 'fulfilled') setEdits((now) => withoutEdit(now, edit.base.id))
      else if (isStale(result.reason)) met.push({ edit, latest: result.reason.data as Role })
      else showError(result.reason)
    }
    setConflicts(met)
    await refresh()
    setBusy(false)
    if (results.every(({ status }) => status === 'fulfilled'))
      feedback.message().success(t('form.saved'))
  }

  const settle = (latest: Role, keepMine: boolean) => {
    setEdits((now) => (keepMine ? rebased(now, latest) : withoutEdit(now, latest.id)))
    setConflicts((now) => now.filter((one) => one.latest.id !== latest.id))
  }

  return {
    edits,
    conflicts,
    busy,
    change: (role: Role, names: readonly string[], give: boolean) =>
      setEdits((now) => withChange(now, role, names, give)),
    save,
    discard: () => {
      setEdits(new Map())
      setConflicts([])
    },
    takeTheirs: (latest: Role) => settle(latest, false),
    keepMine: (latest: Role) => settle(latest, true),
  }
}
export type MatrixState = ReturnType<typeof useMatrix>

const saveOne = ({ base, wanted }: Edit) =>
  call(
    roleApi.update,
    { params: { id: base.id }, body: { permissions: [...wanted].sort(), version: base.version } },
    { skipErrorHandler: true },
  )

const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errorCode === 'conflict.stale'
