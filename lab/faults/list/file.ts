import { api, type Fault, faultsOf } from '../fault.ts'

const sheet = 'apps/api/src/lib/file/sheet.ts'
const csv = 'apps/api/src/lib/file/csv.ts'
const tests = api('lib/file/sheet')
const thread = 'apps/api/src/lib/thread.ts'

const files: Fault[] = [
  ...faultsOf('csv', [
    { id: 'csv-at', file: csv, from: "'=+-@\\t", to: "'=+-\\t", tests },
    {
      id: 'csv-formula',
      file: sheet,
      from: '[...formulaSigns]',
      to: '[...formulaSigns].slice(0, 3)',
      tests,
    },
    {
      id: 'csv-quote',
      file: sheet,
      from: `replace(\${harmless(text)}, '"', '""')`,
      to: '${harmless(text)}',
      tests,
    },
    {
      id: 'csv-xml',
      file: sheet,
      from: "'<', '&lt;'), '>', '&gt;')",
      to: "'<', '<'), '>', '&gt;')",
      tests,
    },
  ]),
  ...faultsOf('csv', [
    {
      id: 'file-memory',
      file: thread,
      from: 'maxOldGenerationSizeMb: megabytes',
      to: 'maxOldGenerationSizeMb: 4096',
      tests: api('lib/thread'),
    },
    {
      id: 'file-threads',
      file: thread,
      from: 'company: maxThreads - 1, user: maxThreads - 1',
      to: 'company: maxThreads, user: maxThreads',
      tests: api('lib/thread'),
    },
    {
      id: 'file-waiting',
      file: thread,
      from: 'waiting: maxWaiting',
      to: 'waiting: 100',
      tests: api('lib/thread'),
    },
    {
      id: 'file-secrets',
      file: thread,
      from: '{ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}',
      to: 'process.env : process.env',
      tests: api('lib/thread'),
    },
    {
      id: 'file-brackets',
      file: 'apps/api/src/billing/billImport/table.ts',
      from: '/\\([^()]*\\)/g',
      to: '/\\(.*?\\)/g',
      tests: ['scripts/house/patterns.test.ts'],
      equivalent:
        'A header is cut at 200 characters before the pattern sees it; the house check refuses the pattern.',
    },
  ]),
  ...faultsOf('money', [
    {
      id: 'sheet-whole',
      file: sheet,
      from: 'currencyExponent[currency] === 0)',
      to: "currencyExponent[currency] === 0 && currency !== 'TWD')",
      tests,
    },
    {
      id: 'sheet-decimal',
      file: sheet,
      from: 'else ((${amount}) * 0.01)::text end',
      to: 'else (${amount})::text end',
      tests,
    },
    {
      id: 'sheet-grouped',
      file: sheet,
      from: "else to_char((${amount}) * 0.01, 'FM999,999,999,999,990.00') end",
      to: "else to_char((${amount}) * 0.01, 'FM999,999,999,999,990.0') end",
      tests,
    },
    {
      id: 'sheet-time',
      file: sheet,
      from: "to_char(${column.time} at time zone ${column.timezone}, 'YYYY-MM-DD HH24:MI:SS')",
      to: "to_char(${column.time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
      tests,
    },
    {
      id: 'sheet-time-xlsx',
      file: sheet,
      from: '::float8 / 86400 + 25569)',
      to: '::float8 / 86400 + 25568)',
      tests,
    },
    {
      id: 'sheet-day-xlsx',
      file: sheet,
      from: "::date - date '1899-12-30')",
      to: "::date - date '1899-12-31')",
      tests,
    },
    {
      id: 'sheet-nothing',
      file: sheet,
      from: "return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '')`",
      to: "return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '0.00')`",
      tests,
    },
    {
      id: 'export-cursor',
      file: 'apps/api/src/office/export/export.ts',
      from: 'counted.records === batchRows ?',
      to: 'counted.records > batchRows ?',
      tests: api('office/export/export', 'money/transaction/export'),
    },
    {
      id: 'export-net',
      file: 'apps/api/src/money/transaction/export.ts',
      from: "money(named('net'), sql`t.net_minor`)",
      to: "money(named('net'), sql`t.gross_minor`)",
      tests: api('money/transaction/export'),
    },
  ]),
]
export default files
