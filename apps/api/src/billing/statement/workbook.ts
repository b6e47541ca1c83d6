import { toDecimal } from '@paydesk/contract/lib/money'
import { pictureRows, textRow, xmlCell } from '../../lib/file/xlsx.ts'
import type { Cell, Statement } from './statement.ts'

const cellOf = (cell: Cell) =>
  typeof cell === 'string' ? xmlCell(cell) : `<c><v>${toDecimal(cell)}</v></c>`

/** The rows above the lines in a sheet: the same as on paper, with amounts as numbers. */
export function sheetAbove({
  company,
  title,
  facts,
  tables,
  notes,
  linesTitle,
}: Statement): string {
  return [
    company.logo ? '<row/>'.repeat(pictureRows) : '',
    textRow([company.name, company.legalName]),
    textRow([title]),
    ...facts.map((fact) => textRow(fact)),
    ...tables.flatMap(({ title: heading, head, rows }) => [
      '<row/>',
      textRow([heading]),
      textRow(head),
      ...rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`),
    ]),
    '<row/>',
    ...notes.map((note) => textRow([note])),
    '<row/>',
    textRow([linesTitle]),
  ].join('')
}
