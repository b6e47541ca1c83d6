import { ColumnsButton } from './ColumnsButton.tsx'
import type { Tools } from './useViews.ts'
import { ViewMenu } from './ViewMenu.tsx'

/** Beside the filters of a list: its views, and its columns. Loaded once the list is shown. */
export default function TableTools(tools: Tools) {
  return (
    <>
      <ViewMenu {...tools} />
      <ColumnsButton {...tools} />
    </>
  )
}
