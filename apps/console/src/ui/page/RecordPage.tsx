import type { ReactNode } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { ApiError } from '../../lib/api/apiError.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { useKeys } from '../useKeys.ts'
import { LoadState } from './LoadState.tsx'
import { Page } from './Page.tsx'
import styles from './record.module.css'

/** The list, and the records before and after this one in it as it was last shown. */
type Back = { to: To; label: string; previous?: To | undefined; next?: To | undefined }

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
  /** Stands above the title. */
  back?: Back
  /** Says that there is no such record, or none that the reader may see. */
  gone: string
  children: (record: R) => ReactNode
}

/**
 * The page of one record. It alone decides whether to show the record, a loading state, that it is
 * gone, or that it could not be read.
 */
export function RecordPage<R extends { id: string }>({
  name,
  id,
  read,
  title,
  recent,
  extra,
  back,
  gone,
  children,
}: Props<R>) {
  const { data, error, refetch } = read
  // While another record is on its way, the previous one is still in `data`.
  const record = data?.id === id ? data : undefined
  return (
    <Page
      name={name}
      title={record && title?.(record)}
      record={record && (recent ?? title)?.(record)}
      extra={extra?.(record)}
      above={back && <BackLinks {...back} />}
    >
      {record && children(record)}
      {!record && isGone(error) && <p className={styles.gone}>{gone}</p>}
      {!record && !isGone(error) && (
        <LoadState failed={error !== null} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/**
 * j and k go on from record to record, as they do beside the list; Back still leads to the list.
 */
function BackLinks({ to, label, previous, next }: Back) {
  const navigate = useNavigate()
  const go = (place: To | undefined) =>
    place === undefined ? undefined : () => void navigate(place, { replace: true })
  useKeys({ j: go(next), k: go(previous) })
  return (
    <div className={styles.back}>
      <Link to={to}>{label}</Link>
      <span className={styles.around}>
        {previous && (
          <Link to={previous} replace aria-keyshortcuts="k">
            {t('workspace.previous')}
          </Link>
        )}
        {next && (
          <Link to={next} replace aria-keyshortcuts="j">
            {t('workspace.next')}
          </Link>
        )}
      </span>
    </div>
  )
}

/**
 * Trying again is of no use: there is no such record, the reader may not see it, or the
 * address names no id.
 */
export const isGone = (error: Error | null) =>
  error instanceof ApiError &&
  (error.errorCode === 'notFound' || error.errorCode === 'request.invalid')
