/** What the drawing thread and the one that reads its files say to each other. */
import type { Language } from '@paydesk/contract/lib/errors'
import type { Paper } from './bill.ts'
import type { Statement } from './statement.ts'

/** What the drawing thread needs of a statement; its lines follow batch by batch. */
export type PdfOrder = {
  statement: Omit<Statement, 'sheet'>
  labels: string[]
  /** Columns that hold amounts. */
  numbers: number[]
  lines: number
  language: Language
}
/** A bill is short: all of it is in the order, and nothing follows. */
export type PaperOrder = { paper: Paper }
export type ToDrawer = { kind: 'read' } | { kind: 'batch'; text: string | undefined }
export type ToReader = { kind: 'batch' } | { kind: 'chunk'; bytes: Uint8Array } | { kind: 'end' }
