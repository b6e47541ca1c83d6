import { ApiError } from '../../lib/api/apiError.ts'

/** There is no such record, or none that the reader may see: no use in trying again. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.errorCode === 'notFound' || error.errorCode === 'request.invalid')
