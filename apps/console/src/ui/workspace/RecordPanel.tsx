import { CloseOutlined, DownOutlined, ExpandAltOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { useTitle } from '../page/useTitle.ts'
import { useKeys } from '../useKeys.ts'
import styles from './RecordPanel.module.css'
import type { Panel } from './usePanel.ts'
import { linkOf } from './walk.ts'

type Props = {
  panel: Panel
  /** The ids of the list, in its order. */
  ids: readonly string[]
  title: string
  /** What can be done with the record now. */
  acts: ReactNode
  children: ReactNode
}

/**
 * The record beside its list. j and k go to the next and the last one, o shows it as a page,
 * Escape closes it.
 */
export function RecordPanel({ panel, ids, title, acts, children }: Props) {
  const box = useRef<HTMLElement>(null)
  const id = panel.openId ?? ''
  const at = ids.indexOf(id)
  /** A record may leave the list by what was done with it; the next one is then where it was. */
  const place = useRef(0)
  useEffect(() => {
    if (at >= 0) place.current = at
  }, [at])
  const step = (by: 1 | -1) => {
    const next = at >= 0 ? ids[at + by] : ids[place.current + (by === 1 ? 0 : -1)]
    if (next === undefined) return undefined
    return () => {
      const link = linkOf(next)
      // The up and down keys go on from the row that is shown.
      if (document.activeElement?.closest('tr[data-row-key]')) link?.focus()
      else link?.scrollIntoView({ block: 'nearest' })
      panel.open(next)
    }
  }
  const close = () => {
    linkOf(id)?.focus()
    panel.close()
  }
  useTitle(title)
  useKeys({ j: step(1), k: step(-1), o: panel.expand, Escape: close })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record begins at its top
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [id])
  return (
    <section ref={box} className={styles.panel} aria-label={title} tabIndex={-1}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        <Tool
          label={t('workspace.previous')}
          shortcut="k"
          icon={<UpOutlined aria-hidden />}
          onClick={step(-1)}
        />
        <Tool
          label={t('workspace.next')}
          shortcut="j"
          icon={<DownOutlined aria-hidden />}
          onClick={step(1)}
        />
        <Tool
          label={t('workspace.asPage')}
          shortcut="o"
          icon={<ExpandAltOutlined aria-hidden />}
          onClick={panel.expand}
        />
        <Tool
          label={t('workspace.close')}
          shortcut="Esc"
          icon={<CloseOutlined aria-hidden />}
          onClick={close}
        />
        <div className={styles.acts}>{acts}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

type ToolProps = {
  label: string
  shortcut: string
  icon: ReactNode
  onClick: (() => unknown) | undefined
}
const Tool = ({ label, shortcut, icon, onClick }: ToolProps) => (
  <Tooltip title={`${label} (${shortcut})`}>
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      disabled={!onClick}
      onClick={() => onClick?.()}
    />
  </Tooltip>
)
