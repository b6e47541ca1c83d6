import type { ReactNode } from 'react'

/** A column of a workspace's list. */
export type Column<R> = {
  key: string
  title: string
  render: (row: R) => ReactNode
  align?: 'end'
  /** The order that a click on the head chooses, and the one of the next click. */
  sort?: readonly [string, string]
  /** Shown only to those who have added it. */
  optional?: true
  /** Stays in view while a record is open beside the list. */
  beside?: true
  /** Takes the room that the others leave; what does not fit is cut off. */
  grows?: true
}
