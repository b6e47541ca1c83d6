import type { ShowType } from '../envelope.ts'

/**
 * What a person reads of an error, and the HTTP status that goes with it. `{name}` in a text is
 * filled in from the error's parameters.
 */
export type ErrorEntry = { status: number; showType: ShowType; zh: string; en: string }
