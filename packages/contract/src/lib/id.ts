import { z } from 'zod'

/**
 * An id that knows whose it is. A plain string may become any of them, as it comes from a URL or a
 * query; from there on the id of one record never passes for another's: a refund cannot be
 * announced with its bill's id.
 */
export type Id<Of extends string> = string & { readonly idOf?: Of }

/** The schema of such an id. `Of` is for the types alone: at run time an id is a UUID. */
export const idOf = <const Of extends string>(_record: Of) =>
  z.uuid() as unknown as z.ZodType<Id<Of>, string>

/** Up to a hundred ids in a query: `?ids=…&ids=…`, of which a single one comes as text. */
export const idsOf = <const Of extends string>(record: Of) =>
  z.union([z.array(idOf(record)).min(1).max(100), idOf(record).transform((id) => [id])])
