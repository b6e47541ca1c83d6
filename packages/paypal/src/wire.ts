import { z } from 'zod'
import { type Amount, fromWire } from './money.ts'

/**
 * Shapes shared by PayPal's answers. Objects are loose (PayPal adds fields), statuses are
 * plain text (PayPal adds values): an unknown field or value is kept, shown as it is, and
 * never breaks a sync.
 */
export const Money = z
  .looseObject({ currency_code: z.string(), value: z.string() })
  .transform((money, context): Amount => {
    try {
      return fromWire(money)
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: error instanceof Error ? error.message : 'not an amount',
      })
      return z.NEVER
    }
  })

export const Link = z.looseObject({
  rel: z.string(),
  href: z.string(),
  method: z.string().optional(),
})
export type Link = z.infer<typeof Link>
export const Links = z.array(Link).optional()

export const linkTo = (links: Link[] | undefined, rel: string) =>
  links?.find((link) => link.rel === rel)?.href

/**
 * Keeps a record as PayPal wrote it beside what we read in it: evidence must not have passed
 * through our own reading.
 */
export const withRaw = <S extends z.ZodType<object>>(schema: S) =>
  z
    .record(z.string(), z.unknown())
    .transform((raw, context): z.output<S> & { raw: Record<string, unknown> } => {
      const read = schema.safeParse(raw)
      if (read.success) return { ...read.data, raw }
      for (const { message, path } of read.error.issues)
        context.addIssue({ code: 'custom', message, path: [...path] })
      return z.NEVER
    })
