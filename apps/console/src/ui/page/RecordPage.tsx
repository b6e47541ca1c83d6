import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { ApiError } from '../../lib/api/apiError.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { LoadState } from './LoadState.tsx'
import { Page } from './Page.tsx'
import styles from './record.module.css'

/** The result of `useApi` for the record. */
type Read<R> = { data: R | undefined; error: Error | null; refetch: () => unknown }

type Props<R extends { id: string }> = {
  name: RouteName
  /** The id that the address names. */
  id: string
  read: Read<R>
  title?: (record: R) => string
  /** The record's name in the palette's list of recent records, if it is not the title. */
  recent?: (record: R) => string
  extra?: (record: R | undefined) => ReactNode
  /** The link to the list, above the record. */
  back?: { to: To; label: string }
  /** Says that there is no such record, or none that the reader may see. */
  gone: string
  children: (record: R) => ReactNode
}

/** The page of one record. It alone decides whether to show the record, a loading state, that it is gone, or that it could not be read. */
export function RecordPage<R extends { id: string }>({ name, id, read, title, recent, extra, back, gone, children }: Props<R>) {
  const { data, error, refetch } = read
  // While another record is on its way, the previous one is still in `data`.
  const record = data?.id === id ? data : undefined
  return (
    <Page name={name} title={record && title?.(record)} record={record && (recent ?? title)?.(record)} extra={extra?.(record)}>
      {back && (
        <Link to={back.to} className={styles.back}>
          {back.label}
        </Link>
      )}
      {record && children(record)}
      {!record && isGone(error) && <p className={styles.gone}>{gone}</p>}
      {!record && !isGone(error) && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
    </Page>
  )
}

/** Trying again is of no use: there is no such record, the reader may not see it, or the address names no id. */
export const isGone = (error: Error | null) =>
  error instanceof ApiError && (error.errorCode === 'notFound' || error.errorCode === 'request.invalid')
