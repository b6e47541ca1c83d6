import { ApartmentOutlined } from '@ant-design/icons'
import { userApi } from '@paydesk/contract/people/user'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { treeOf } from './tree.ts'
import styles from './UserListPage.module.css'
import { UserTree } from './UserTree.tsx'

const treeHeight = 576

type Props = { selected: string | undefined; onSelect: (id: string | undefined) => void }

/**
 * The tree as a filter: the list shows the chosen user and everyone below. On narrow screens
 * it is folded away.
 */
export function UserTreePanel({ selected, onSelect }: Props) {
  const { data, error, refetch } = useApi(userApi.tree, {})
  const tree = useMemo(() => data && treeOf(data.list), [data])
  const [keyword, setKeyword] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.panel} aria-label={t('userTree.label')}>
      <Button
        className={styles.fold ?? ''}
        block
        icon={<ApartmentOutlined />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {selected && tree
          ? t('userTree.below', { name: tree.byId.get(selected)?.name ?? '' })
          : t('userTree.label')}
      </Button>
      <div className={open ? styles.panelBody : `${styles.panelBody} ${styles.folded}`}>
        <Input
          allowClear
          aria-label={t('userTree.search')}
          placeholder={t('userTree.search')}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <button
          type="button"
          className={styles.everyone}
          aria-pressed={selected === undefined}
          onClick={() => onSelect(undefined)}
        >
          {t('userTree.everyone')}
          <span className={styles.total}>{tree?.list.length}</span>
        </button>
        {tree ? (
          <UserTree
            tree={tree}
            label={t('userTree.label')}
            selected={selected}
            onSelect={onSelect}
            keyword={keyword.trim()}
            height={treeHeight}
          />
        ) : error ? (
          <p className={styles.failed}>
            {t('userTree.failed')}{' '}
            <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
          </p>
        ) : (
          <PageLoading />
        )}
      </div>
    </section>
  )
}
