import { z } from 'zod'

/** Spec §9: ten per page, starting at page 1. */
export const defaultPageSize = 10
export const maxPageSize = 100

export const PageQuery = z.object({
  current: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Counting stops here: an exact count of a large company costs 50 times the page itself. */
export const countCap = 10_000

/** `totalIsExact` false means "at least `total`": the screen shows "10,000+". */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.int().min(0), totalIsExact: z.boolean() })

export const ById = z.object({ id: z.uuid() })
export const Instant = z.iso.datetime()
export const Day = z.iso.date()

/** Whether a call reads a list page by page. */
export const asksForPage = (query: z.ZodType | undefined) =>
  query instanceof z.ZodObject && 'pageSize' in query.shape
