/**
 * Statements name the columns they read. A connection keeps a prepared statement, and PostgreSQL
 * refuses it once its columns are others: with `select *` the next migration that adds a column
 * would fail every process of the release before, beside which it runs (decision 76).
 */
const everything = /\.(selectAll|returningAll)\(/g

export const unnamedColumns = (file: string, text: string): string[] =>
  [...text.matchAll(everything)].map(
    ({ index, 1: called }) =>
      `${file}:${text.slice(0, index).split('\n').length}: name the columns instead of ${called}()`,
  )
