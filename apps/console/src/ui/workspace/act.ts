/** Something that this person can do with the record as it is now. */
export type Act = { key: string; label: string; onClick: () => void; shortcut?: string; danger?: boolean }
/** Something that is done with such records, and why it cannot be done now. */
export type Refused = { key: string; label: string; reason: string }
