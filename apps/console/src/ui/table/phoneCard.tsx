import type { TableColumnType, TableProps } from 'antd'
import { Fragment, type ReactNode } from 'react'
import styles from './phoneCard.module.css'

/**
 * The columns of a table as one: on a phone a row is a card of a few lines, since nobody reads a
 * table through a slit.
 */
export function cardOf<R extends object>(
  columns: NonNullable<TableProps<R>['columns']>,
  lines: readonly (readonly string[])[],
) {
  const plain = columns as TableColumnType<R>[]
  const cell = (column: TableColumnType<R> | undefined, row: R, index: number) => {
    const value = column?.dataIndex === undefined ? undefined : row[column.dataIndex as keyof R]
    return (column?.render ? column.render(value, row, index) : value) as ReactNode
  }
  const acts = plain.find(({ fixed }) => fixed === 'end')
  return {
    key: 'card',
    render: (_: unknown, row: R, index: number) => (
      <div className={styles.card}>
        {lines.map((keys) => (
          <div key={keys.join()} className={styles.line}>
            {keys.map((key) => {
              const column = plain.find((one) => one.key === key)
              return (
                <span key={key}>
                  {/* A figure without its column's head would say nothing. */}
                  {column?.align === 'end' && (
                    <span className={styles.label}>{column.title as ReactNode}</span>
                  )}
                  {cell(column, row, index)}
                </span>
              )
            })}
          </div>
        ))}
        {acts && <Fragment key="acts">{cell(acts, row, index)}</Fragment>}
      </div>
    ),
  }
}
