type Days = { from: string | undefined; to: string | undefined }
export type DaysProps = Days & { label: string; onChange: (days: Days) => void }
