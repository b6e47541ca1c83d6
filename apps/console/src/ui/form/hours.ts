/** `22:00`: the same in every language. */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const hourOptions = () =>
  Array.from({ length: 24 }, (_, value) => ({ value, label: hourText(value) }))

type Fields = { from: number | null; to: number | null }

/** Quiet hours as the fields show them, and back. */
export const quietFields = (quiet: { from: number; to: number } | null): Fields =>
  quiet ?? { from: null, to: null }
export const quietOf = ({ from, to }: Fields) =>
  from === null || to === null ? null : { from, to }
export const quietText = ({ from, to }: Fields) =>
  from === null || to === null ? '—' : `${hourText(from)} – ${hourText(to)}`
