import dayjs, { type Dayjs } from 'dayjs'

/**
 * Properties of a DatePicker in a form whose values are days as the API writes them (`2025-03-05`).
 */
export const dayField = {
  getValueProps: (day: string | null | undefined) => ({ value: day ? dayjs(day) : null }),
  normalize: (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null,
}
