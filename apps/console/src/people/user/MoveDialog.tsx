import { type User, userApi } from '@paydesk/contract/people/user'
import { Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { DialogProps } from './doing.ts'
import { isWithin, treeOf } from './tree.ts'
import styles from './UserListPage.module.css'
import { UserTree } from './UserTree.tsx'

/** Picks whom the user reports to. Everyone below moves along, so they cannot be picked. */
export function MoveDialog({ user, onChanged, onClosed }: DialogProps & { user: User }) {
  const { data } = useApi(userApi.tree, {})
  const tree = useMemo(() => data && treeOf(data.list), [data])
  const [parentId, setParentId] = useState(user.parentId)
  const [keyword, setKeyword] = useState('')
  const parentName = parentId && tree?.byId.get(parentId)?.name
  const below = tree?.below.get(user.id) ?? 0
  return (
    <ConfirmDialog
      title={t('user.move.title', { name: user.name })}
      confirmLabel={t('user.move')}
      disabled={parentId === user.parentId}
      width={560}
      onConfirm={async (quiet) => {
        await call(
          userApi.move,
          { params: { id: user.id }, body: { parentId, version: user.version } },
          quiet,
        )
        feedback.message().success(t('user.move.done', { name: user.name }))
        onChanged()
      }}
      onClosed={onClosed}
    >
      <div className={styles.choice}>
        <div>
          {below > 0 ? t('user.move.effect', { count: below }) : t('user.move.effect.alone')}
        </div>
        <Checkbox
          checked={parentId === null}
          onChange={(event) => setParentId(event.target.checked ? null : user.parentId)}
        >
          {t('user.move.nobody')}
        </Checkbox>
        <Input
          allowClear
          aria-label={t('userTree.search')}
          placeholder={t('userTree.search')}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <div className={styles.treeBox}>
          {tree && (
            <UserTree
              tree={tree}
              label={t('user.move.pick')}
              selected={parentId ?? undefined}
              onSelect={setParentId}
              refusal={(id) =>
                isWithin(tree, id, user.id)
                  ? t(id === user.id ? 'user.move.self' : 'user.move.cycle')
                  : undefined
              }
              keyword={keyword.trim()}
              height={320}
            />
          )}
        </div>
        <div role="status">
          {parentName
            ? t('user.move.to', { name: user.name, parent: parentName })
            : t('user.move.toNobody', { name: user.name })}
        </div>
      </div>
    </ConfirmDialog>
  )
}
