import { useWide } from '../useWide.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import styles from './TableTools.module.css'
import type { Tools } from './useViews.ts'
import { ViewMenu } from './ViewMenu.tsx'

/**
 * The views and columns of a list, beside its filters. Their code is loaded once the list is shown.
 */
export default function TableTools(tools: Tools) {
  return (
    <span className={styles.tools}>
      <ViewMenu {...tools} />
      {/* A phone shows cards, which have no columns. */}
      {useWide() && <ColumnsButton {...tools} />}
    </span>
  )
}
