import { z } from 'zod'
import { type Amount, fromWire } from './money.ts'

/**
 * Shapes shared by PayPal's answers. Objects are loose (PayPal adds fields), statuses are plain text (PayPal adds
 * values): an unknown field or value is kept, shown as it is, and never breaks a sync.
 */
export const Money = z.looseObject({ currency_code: z.string(), value: z.string() }).transform((money, context): Amount => {
  try {
    return fromWire(money)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'not an amount' })
    return z.NEVER
  }
})

export const Link = z.looseObject({ rel: z.string(), href: z.string(), method: z.string().optional() })
export type Link = z.infer<typeof Link>
export const Links = z.array(Link).optional()

export const linkTo = (links: Link[] | undefined, rel: string) => links?.find((link) => link.rel === rel)?.href
