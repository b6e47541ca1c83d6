export type Outcome = {
  figures: object
  /** What must hold, by its words. */
  bars: Record<string, boolean>
  /** What went wrong, for whoever has to find out why. */
  wrong: string[]
}
export type Story = (with_: {
  seed: number
  kills: number
  short: boolean
  say: (text: string) => void
}) => Promise<Outcome>
