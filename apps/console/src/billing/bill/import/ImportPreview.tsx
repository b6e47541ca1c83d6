import type { ImportCheck, ImportError, ImportedBill } from '@paydesk/contract/billing/billImport'
import { Alert, Table, type TableProps } from 'antd'
import { t } from '../../../lib/i18n.ts'
import { Money } from '../../../ui/Money.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { focusableScroll } from '../../../ui/table/ApiTable.tsx'
import styles from './Import.module.css'
import { columnName } from './importTemplate.ts'

const shownNames = 10

/** Shows the drafts that the file would become, and the errors that prevent it. */
export function ImportPreview({ name, check }: { name: string; check: ImportCheck }) {
  const { errors, errorCount, bills, newCustomers, totals, ignored, rowCount } = check
  const separator = t('billImport.listSeparator')
  const names =
    newCustomers.slice(0, shownNames).join(separator) +
    (newCustomers.length > shownNames ? ` ${t('billImport.more')}` : '')
  return (
    <div className={styles.choose}>
      {errorCount > 0 ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('billImport.errors', { count: errorCount })}
          description={
            errors.length < errorCount
              ? `${t('billImport.errors.explain')} ${t('billImport.errors.shown', { count: errors.length })}`
              : t('billImport.errors.explain')
          }
        />
      ) : (
        <Alert
          type="info"
          showIcon
          role="status"
          title={t('billImport.summary', { name, rows: rowCount, bills: bills.length })}
          description={t('billImport.nothingWritten')}
        />
      )}
      {ignored.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('billImport.ignored', { headers: ignored.join(separator) })}
        />
      )}
      {errorCount > 0 && (
        <Table<ImportError>
          ref={focusableScroll(t('billImport.errors.table'))}
          bordered
          size="small"
          columns={errorColumns()}
          rowKey={({ row, column, code }) => `${row} ${column} ${code}`}
          dataSource={errors}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
      {newCustomers.length > 0 && (
        <div>{t('billImport.newCustomers', { count: newCustomers.length, names })}</div>
      )}
      {totals.length > 0 && (
        <ul className={styles.totals} aria-label={t('billImport.totals')}>
          {totals.map(({ currency, count, totalMinor }) => (
            <li key={currency}>
              <Money amountMinor={totalMinor} currency={currency} /> ·{' '}
              <bdi>{t('billImport.total', { count })}</bdi>
            </li>
          ))}
        </ul>
      )}
      {bills.length > 0 && (
        <Table<ImportedBill>
          ref={focusableScroll(t('billImport.bills.table'))}
          bordered
          size="small"
          rowKey="firstRow"
          columns={billColumns()}
          dataSource={bills}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
    </div>
  )
}

const errorColumns = (): NonNullable<TableProps<ImportError>['columns']> => [
  { title: t('billImport.row'), dataIndex: 'row', align: 'end' },
  {
    title: t('billImport.column'),
    render: (_, { column }) => (column ? columnName(column) : t('billImport.wholeRow')),
  },
  {
    title: t('billImport.value'),
    dataIndex: 'value',
    render: (value: string) => (
      <bdi className={styles.value} title={value}>
        {value}
      </bdi>
    ),
  },
  { title: t('billImport.problem'), render: (_, { code }) => t(`billImport.error.${code}`) },
]

const billColumns = (): NonNullable<TableProps<ImportedBill>['columns']> => [
  {
    title: t('billImport.rows'),
    align: 'end',
    render: (_, { firstRow, lastRow }) => (
      <bdi dir="ltr">{firstRow === lastRow ? firstRow : `${firstRow}–${lastRow}`}</bdi>
    ),
  },
  {
    title: t('billImport.customer'),
    render: (_, { customerName, newCustomer }) => (
      <>
        <bdi>{customerName}</bdi>{' '}
        {newCustomer && <StatusTag tone="blue">{t('billImport.newCustomer')}</StatusTag>}
      </>
    ),
  },
  {
    title: t('billImport.billTitle'),
    dataIndex: 'title',
    render: (title: string) => (
      <bdi className={styles.value} title={title}>
        {title}
      </bdi>
    ),
  },
  { title: t('billImport.items'), dataIndex: 'itemCount', align: 'end' },
  {
    title: t('billImport.amount'),
    align: 'end',
    render: (_, { totalMinor, currency }) => <Money amountMinor={totalMinor} currency={currency} />,
  },
  {
    title: t('billImport.dueDate'),
    dataIndex: 'dueDate',
    render: (day: string | null) => (day ? <bdi dir="ltr">{day}</bdi> : t('billImport.onReceipt')),
  },
]
