import type { ViewList } from '@paydesk/contract/office/view'
import { ColumnsButton } from './ColumnsButton.tsx'
import type { Views } from './useViews.ts'
import { ViewMenu } from './ViewMenu.tsx'

export type Tools = { list: ViewList; views: Views; columns: { key: string; title: string }[] }

/** Beside the filters of a list: its views, and its columns. Loaded once the list is shown. */
export default function TableTools(tools: Tools) {
  return (
    <>
      <ViewMenu {...tools} />
      <ColumnsButton {...tools} />
    </>
  )
}
