import { importColumnKeys, importColumns } from '@paydesk/contract/billing/billImport'
import { saveFile } from '../../../lib/api/download.ts'
import { t, textPack } from '../../../lib/i18n.ts'

export const columnName = (column: keyof typeof importColumns) =>
  importColumns[column][textPack === 'zh-CN' ? 'zh' : 'en']

const line = (cells: string[]) =>
  cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/**
 * The file starts with a byte order mark, by which Excel recognises UTF-8; without it Excel would
 * garble the Chinese headers.
 */
export function saveTemplate() {
  const lines = [
    importColumnKeys.map(columnName),
    importColumnKeys.map((key) => importColumns[key].example),
  ].map(line)
  saveFile(
    new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }),
    t('billImport.template.file'),
  )
}
