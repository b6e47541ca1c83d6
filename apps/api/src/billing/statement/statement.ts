import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import type { Db } from '../../lib/db.ts'
import { readPicture } from '../../lib/file/picture.ts'
import { fitsLogo } from '../../lib/file/readImage.ts'
import type { Sheet } from '../../office/export/export.ts'

/** A cell in a table of the summary: words, or an amount. */
export type Cell = string | { amountMinor: number; currency: Currency }
export type Table = { title: string; head: string[]; rows: Cell[][] }

/**
 * A month on paper: the company, the account or customer, the figures, and every line behind them.
 */
export type Statement = {
  title: string
  subject: string
  company: { name: string; legalName: string; logo: Buffer | undefined }
  facts: [label: string, value: string][]
  tables: Table[]
  notes: string[]
  linesTitle: string
  sheet: Sheet
  /**
   * The widths of the lines' columns on paper, in points; together they are as wide as
   * the page's text.
   */
  widths: number[]
}

export async function readIssuer(db: Db, companyId: Id<'company'>): Promise<Statement['company']> {
  const { name, legalName, logo } = await db
    .selectFrom('company')
    .select(['name', 'legalName', 'logo'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { name, legalName, logo: await printable(companyId, logo) }
}

/**
 * PDF supports PNG and JPEG. A WebP logo is left out, and one that is not what it claims to be:
 * refusing the statement would be worse, and drawing it could end the process.
 */
async function printable(
  companyId: Id<'company'>,
  logo: string | null,
): Promise<Buffer | undefined> {
  if (!logo) return undefined
  const image = await readPicture(companyId, 'readLogo', logo).catch((error: { code?: string }) => {
    // A statement without its logo must not come of a busy moment.
    if (error.code === 'limit.busy') throw error
    return undefined
  })
  return image && image.type !== 'image/webp' && fitsLogo(image)
    ? Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
    : undefined
}
