import { ApiError } from '../../lib/api/apiError.ts'

export type FieldIssue = { name: (string | number)[]; message: string }

/**
 * The messages of a 422 about single fields (`data.issues`, paths like `billing/numberFormat`), by
 * the field names of a form whose values were sent under `prefix`.
 */
export function fieldIssuesOf(error: unknown, prefix?: string): FieldIssue[] {
  if (!(error instanceof ApiError) || error.errorCode !== 'request.invalid') return []
  const issues =
    (error.data as { issues?: { path: string; message: string }[] } | null)?.issues ?? []
  return issues.flatMap(({ path, message }) => {
    const name = path.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    const own = prefix !== undefined && name[0] === prefix ? name.slice(1) : name
    return own.length > 0 && own[0] !== '' ? [{ name: own, message }] : []
  })
}

/** Compares plain JSON values, as forms and the API have them. */
export const same = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
