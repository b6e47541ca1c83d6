/**
 * A row of a table file, numbered as a spreadsheet counts; a quoted cell may hold line ends, so a
 * row is not always a line.
 */
export type TableRow = { number: number; cells: string[] }

/** Thrown for bytes that are not a table. The caller chooses the text that people read. */
export class NotATable extends Error {}
export class TooManyRows extends NotATable {}
export class TooManyColumns extends NotATable {}
export class TooMuchText extends NotATable {}
export class CellTooLong extends NotATable {
  readonly row: number
  constructor(row: number) {
    super(`a cell of row ${row}`)
    this.row = row
  }
}

/**
 * What a table may hold, whatever file it comes from. A spreadsheet's own limit of a cell is the
 * same (Excel specifications and limits).
 */
export const tableLimits = { columns: 200, cellCharacters: 32_767, characters: 8 * 1024 * 1024 }

/**
 * The rows of a table while it is read. Each limit is checked where a cell is added: nothing beyond
 * it is ever kept.
 */
export class TableRows {
  readonly list: TableRow[] = []
  private readonly maxRows: number
  private characters = 0
  constructor(maxRows: number) {
    this.maxRows = maxRows
  }

  add(row: TableRow) {
    if (this.list.push(row) > this.maxRows) throw new TooManyRows()
  }

  /**
   * Empty cells beyond the last column are left out: spreadsheets write them for columns that
   * are formatted only.
   */
  put({ number, cells }: TableRow, column: number, text: string) {
    if (column >= tableLimits.columns) {
      if (text !== '') throw new TooManyColumns()
      return
    }
    if (text.length > tableLimits.cellCharacters) throw new CellTooLong(number)
    this.characters += text.length
    if (this.characters > tableLimits.characters) throw new TooMuchText()
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
}
