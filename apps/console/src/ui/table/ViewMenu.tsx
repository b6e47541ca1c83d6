import { DownOutlined } from '@ant-design/icons'
import { type View, viewApi } from '@paydesk/contract/office/view'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { normalQuery } from '../../lib/listQuery.ts'
import { useDialog } from '../useDialog.ts'
import styles from './TableTools.module.css'
import type { Tools } from './useViews.ts'
import { type Doing, ViewDialog } from './ViewDialog.tsx'

/** The views of a list: choose one, keep the current state as one, change and delete one's own. */
export function ViewMenu({ list, views }: Tools) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const [lastId, setLastId] = useState<string>()
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const query = normalQuery(search)
  const { columns, defaultViewId } = views.choice
  const fits = (view: View) => normalQuery(view.query) === query
  /** The view that the address shows, preferably the one that was chosen last. */
  const active =
    views.list.find((view) => view.id === lastId && fits(view)) ?? views.list.find(fits)
  /**
   * The view that was chosen last, if the address now shows it changed and the person may save
   * that.
   */
  const changed = active
    ? undefined
    : views.list.find(({ id, editable }) => id === lastId && editable)

  const choose = (view: View) => {
    setLastId(view.id)
    // A record that is open beside the list stays open.
    setSearch(view.query, { state })
    if (view.columns) void tell(call(viewApi.choose, { body: { list, columns: view.columns } }))
  }
  const tell = async (done: Promise<unknown>, text?: string) => {
    try {
      await done
      if (text) feedback.message().success(text)
    } catch {
      // The call has shown the error.
    }
    await refreshApi(viewApi.list)
  }
  const overwrite = ({ id, version }: View) =>
    void tell(
      call(viewApi.update, { params: { id }, body: { version, query, columns } }),
      t('view.saved'),
    )
  const beginWith = (id: string | null) =>
    void tell(call(viewApi.choose, { body: { list, defaultViewId: id } }), t('view.saved'))

  const line = (view: View) => ({
    key: view.id,
    label: (
      <span className={styles.view}>
        <bdi>{view.name}</bdi>
        {view.id === defaultViewId && <span className={styles.mark}>{t('view.isDefault')}</span>}
        {!view.mine && <bdi className={styles.mark}>{view.ownerName}</bdi>}
      </span>
    ),
    onClick: () => choose(view),
  })
  const group = (title: string, members: View[]) =>
    members.length > 0
      ? [{ key: title, type: 'group' as const, label: title, children: members.map(line) }]
      : []
  const items: MenuProps['items'] = [
    ...group(
      t('view.own'),
      views.list.filter(({ mine }) => mine),
    ),
    ...group(
      t('view.shared'),
      views.list.filter(({ mine }) => !mine),
    ),
    ...(views.list.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(changed
      ? [
          {
            key: 'overwrite',
            label: t('view.overwrite', { name: changed.name }),
            onClick: () => overwrite(changed),
          },
        ]
      : []),
    {
      key: 'create',
      label: t('view.create'),
      onClick: () => ask({ what: 'create', list, query, columns }),
    },
    ...(active
      ? [
          active.id === defaultViewId
            ? { key: 'default', label: t('view.noDefault'), onClick: () => beginWith(null) }
            : {
                key: 'default',
                label: t('view.makeDefault', { name: active.name }),
                onClick: () => beginWith(active.id),
              },
        ]
      : []),
    ...(active?.editable
      ? [
          {
            key: 'edit',
            label: t('view.edit', { name: active.name }),
            onClick: () => ask({ what: 'edit', view: active }),
          },
          {
            key: 'delete',
            danger: true,
            label: t('view.delete', { name: active.name }),
            onClick: () => ask({ what: 'delete', view: active }),
          },
        ]
      : []),
  ]
  return (
    <>
      <Dropdown
        autoFocus
        menu={{ items, selectable: true, selectedKeys: active ? [active.id] : [] }}
        trigger={['click']}
        placement="bottomRight"
      >
        <Button aria-haspopup="menu">
          <span className={styles.name}>
            {active ? t('view.active', { name: active.name }) : t('view.views')}
          </span>
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {doing && (
        <ViewDialog key={key} doing={doing} onDone={(id) => setLastId(id)} onClosed={onClosed} />
      )}
    </>
  )
}
