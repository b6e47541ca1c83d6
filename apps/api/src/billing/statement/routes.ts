import { billApi } from '@paydesk/contract/billing/bill'
import { statementApi } from '@paydesk/contract/billing/statement'
import type { Params, Query } from '@paydesk/contract/lib/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { workbookOf } from '../../lib/file/xlsx.ts'
import { type FileBatch, fileRoute } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { type Cursor, countRows, readBatch, xlsxType } from '../../office/export/export.ts'
import { readBill } from '../bill/bill.ts'
import { accountStatement } from './account.ts'
import { paperOf } from './bill.ts'
import { customerStatement } from './customer.ts'
import { pdfFrom } from './pdfThread.ts'
import { readIssuer, type Statement } from './statement.ts'
import { sheetAbove } from './workbook.ts'

/** Some 800 pages; nobody prints more. */
const maxLines = 40_000

type Asked = Query<typeof statementApi.account>
type Make = (
  db: Db,
  actor: Actor,
  id: string,
  month: string,
  language: Asked['language'],
) => Promise<Statement>

function statementRoute(
  app: FastifyInstance,
  endpoint: typeof statementApi.account | typeof statementApi.customer,
  make: Make,
) {
  fileRoute(app, endpoint, async ({ db, actor, params, query }, after: Cursor | undefined) => {
    const { id } = params as Params<typeof endpoint>
    const { month, format, language } = query as Asked
    const statement = await make(db, actor, id, month, language)
    const batch = await readBatch(db, statement.sheet, format === 'pdf' ? 'print' : 'xlsx', after)
    if (after) return batch
    const lines = await countRows(db, statement.sheet, batch)
    if (format === 'pdf' && lines > maxLines)
      throw refuse('statement.tooLong', { count: lines, limit: maxLines })
    const head = {
      fileName: `statement-${month}.${format}`,
      ...(format === 'pdf' ? pdfHead(statement, lines, language) : xlsxHead(statement)),
    }
    await recordChange(db, actor, {
      action: 'statement.export',
      entityId: id,
      label: statement.subject,
      after: { month, format, language },
    })
    return { ...batch, head }
  })
}

function pdfHead(statement: Statement, lines: number, language: Asked['language']) {
  const { sheet, ...printed } = statement
  const numbers = sheet.columns.flatMap((column, index) => ('amountMinor' in column ? [index] : []))
  const order = {
    statement: printed,
    labels: sheet.columns.map(({ label }) => label),
    numbers,
    lines,
    language,
  }
  return {
    type: 'application/pdf',
    pack: (batches: AsyncGenerator<FileBatch<unknown>>) => pdfFrom(order, batches),
  }
}

const xlsxHead = (statement: Statement) => ({
  type: xlsxType,
  pack: (batches: AsyncGenerator<FileBatch<unknown>>) =>
    workbookOf(
      statement.sheet.columns.map(({ label }) => label),
      batches,
      { above: sheetAbove(statement), picture: statement.company.logo },
    ),
})

export function statementRoutes(app: FastifyInstance) {
  statementRoute(app, statementApi.account, accountStatement)
  statementRoute(app, statementApi.customer, customerStatement)
  fileRoute(app, billApi.pdf, async ({ db, actor, params }) => {
    const [bill, company] = [
      await readBill(db, actor, params.id),
      await readIssuer(db, actor.companyId),
    ]
    const order = { paper: paperOf(bill, company, actor.companyTimezone) }
    await recordChange(db, actor, { action: 'bill.pdf', entityId: bill.id, label: bill.number })
    const pack = (batches: AsyncGenerator<FileBatch<unknown>>) => pdfFrom(order, batches)
    return {
      text: '',
      rows: 0,
      next: undefined,
      head: { fileName: 'bill.pdf', type: 'application/pdf', pack },
    }
  })
}
