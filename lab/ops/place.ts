/** `faults` of a path's figures, if there are any, is what must be 0. */
export type Figures = { signedInSeconds: number; faults?: number; [more: string]: unknown }
export type Place = {
  dir: string
  atEnd: (work: () => unknown) => void
  since: (moment: number) => number
}
