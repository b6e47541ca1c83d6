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
      id: 'sheet-nothing',
      file: sheet,
      from: "return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '')`",
      to: "return sql`coalesce(${decimal(column.amountMinor, column.currency)}, '0.00')`",
      tests,
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
