/**
 * Something that this person can do with the record as it is now. `held`: why it has to
 * wait nevertheless.
 */
export type Act = {
  key: string
  label: string
  onClick: () => void
  shortcut?: string
  danger?: boolean
  held?: string | undefined
}
/** Something that is done with such records, and why it cannot be done now. */
export type Refused = { key: string; label: string; reason: string }
