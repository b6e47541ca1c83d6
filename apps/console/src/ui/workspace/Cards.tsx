import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import styles from './Cards.module.css'

type Props<R extends { id: string }> = {
  label: string
  rows: readonly R[] | undefined
  card: (row: R) => ReactNode
  nameOf: (row: R) => string
  linkTo: (id: string) => { pathname: string; search: string }
}

/** The rows of a list on a phone. */
export const Cards = <R extends { id: string }>({
  label,
  rows,
  card,
  nameOf,
  linkTo,
}: Props<R>) => (
  <ul className={styles.cards} aria-label={label} aria-busy={rows === undefined}>
    {rows?.map((row) => (
      <li key={row.id} data-row-key={row.id}>
        <Link to={linkTo(row.id)} className={styles.card}>
          {card(row)}
          <span className="visually-hidden">{nameOf(row)}</span>
        </Link>
      </li>
    ))}
    {rows === undefined && <Shapes />}
  </ul>
)

const Shapes = () =>
  [0, 1, 2, 3, 4, 5].map((row) => (
    <li key={row} className={styles.shape}>
      <span />
      <span />
      {row === 0 && <span className="visually-hidden">{t('loading')}</span>}
    </li>
  ))
