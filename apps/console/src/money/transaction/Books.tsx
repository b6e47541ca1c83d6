import type { Transaction } from '@paydesk/contract/money/transaction'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import record from '../../ui/page/record.module.css'
import { Time } from '../../ui/Time.tsx'

type Journal = Transaction['journals'][number]

/** Double entry as bookkeepers write it: positive amounts are debits, negative ones credits. */
export function Books({ journals }: { journals: Journal[] }) {
  if (journals.length === 0) return <p className={record.hint}>{t('money.books.none')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reachable by keyboard
    <section className={record.scroll} tabIndex={0} aria-label={t('money.books')}>
      <table className={record.table}>
        <thead>
          <tr>
            <th scope="col">{t('money.books.date')}</th>
            <th scope="col">{t('money.books.book')}</th>
            <th scope="col" className={record.figure}>
              {t('money.books.debit')}
            </th>
            <th scope="col" className={record.figure}>
              {t('money.books.credit')}
            </th>
          </tr>
        </thead>
        {journals.map((journal) => (
          <Entries key={journal.id} journal={journal} />
        ))}
      </table>
    </section>
  )
}

const Entries = ({ journal: { kind, effectiveAt, postings } }: { journal: Journal }) => (
  <tbody>
    {postings.map(({ book, currency, amountMinor }, index) => (
      <tr key={`${book} ${currency}`}>
        {index === 0 && (
          <td rowSpan={postings.length}>
            <Time at={effectiveAt} />
            <span className={record.second}>{t(`money.books.kind.${kind}`)}</span>
          </td>
        )}
        <td className={amountMinor < 0 ? record.indented : undefined}>{t(`money.book.${book}`)}</td>
        <td className={record.figure}>
          {amountMinor > 0 && <Money amountMinor={amountMinor} currency={currency} />}
        </td>
        <td className={record.figure}>
          {amountMinor < 0 && <Money amountMinor={-amountMinor} currency={currency} />}
        </td>
      </tr>
    ))}
  </tbody>
)
