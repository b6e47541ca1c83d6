import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { viewApi } from '@paydesk/contract/office/view'
import { Button, Checkbox, Popover } from 'antd'
import { call } from '../../lib/api/api.ts'
import { putApi } from '../../lib/api/query.ts'
import { type Arranged, arrange, choiceOf } from '../../lib/columnChoice.ts'
import { t } from '../../lib/i18n.ts'
import styles from './TableTools.module.css'
import type { Tools } from './useViews.ts'

/** Chooses the columns and their order; every change is kept at once for this person and list. */
export function ColumnsButton({ list, views, columns }: Tools) {
  const arranged = arrange(
    columns.map(({ key }) => key),
    views.choice.columns,
    columns.flatMap(({ key, optional }) => (optional ? [key] : [])),
  )
  const keep = (next: Arranged[] | null) => {
    const chosen = next && choiceOf(next)
    putApi(
      viewApi.list,
      { query: { list } },
      { ...views, choice: { ...views.choice, columns: chosen } },
    )
    call(viewApi.choose, { body: { list, columns: chosen } }).catch(() =>
      putApi(viewApi.list, { query: { list } }, views),
    )
  }
  const move = (from: number, to: number) => {
    const next = [...arranged]
    next.splice(to, 0, ...next.splice(from, 1))
    keep(next)
  }
  const isLast = arranged.filter(({ hidden }) => !hidden).length === 1
  const lines = arranged.map(({ key, hidden }, index) => {
    const title = columns.find((column) => column.key === key)?.title ?? key
    return (
      <li key={key} className={styles.column}>
        <Checkbox
          checked={!hidden}
          disabled={!hidden && isLast}
          onChange={() =>
            keep(arranged.map((one) => (one.key === key ? { key, hidden: !hidden } : one)))
          }
        >
          {title}
        </Checkbox>
        <Button
          size="small"
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          aria-label={t('view.columns.up', { title })}
          disabled={index === 0}
          onClick={() => move(index, index - 1)}
        />
        <Button
          size="small"
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={t('view.columns.down', { title })}
          disabled={index === arranged.length - 1}
          onClick={() => move(index, index + 1)}
        />
      </li>
    )
  })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('view.columns')}
      content={
        <>
          <ul className={styles.columns}>{lines}</ul>
          <Button size="small" disabled={views.choice.columns === null} onClick={() => keep(null)}>
            {t('view.columns.reset')}
          </Button>
        </>
      }
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-haspopup="dialog">
        {t('view.columns')}
      </Button>
    </Popover>
  )
}
