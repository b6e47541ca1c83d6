import { z } from 'zod'

/** How the console shows a business error (spec §4, §8). */
export const showType = { silent: 0, warn: 1, error: 2, notification: 3, redirect: 9 } as const
export type ShowType = (typeof showType)[keyof typeof showType]

/**
 * Our codes are stable dotted words; the customer's spec fixes the number 401 for "sign in again".
 */
export const ErrorCode = z.union([z.string(), z.literal(401)])

export const Failure = z.object({
  success: z.literal(false),
  data: z.unknown(),
  errorCode: ErrorCode,
  errorMessage: z.string(),
  showType: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(9)]),
})
export type Failure = z.infer<typeof Failure>

export const successOf = <T extends z.ZodType>(data: T) =>
  z.object({
    success: z.literal(true),
    data,
    errorCode: z.null(),
    errorMessage: z.null(),
    showType: z.literal(0),
  })

export type Success<T> = {
  success: true
  data: T
  errorCode: null
  errorMessage: null
  showType: 0
}
export type Envelope<T> = Success<T> | Failure

export const succeed = <T>(data: T): Success<T> => ({
  success: true,
  data,
  errorCode: null,
  errorMessage: null,
  showType: 0,
})
