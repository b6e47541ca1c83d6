export type Position = string | number | boolean

/**
 * `position` is what a switch of the simulator is set to; `strange` is an answer that none of its
 * positions describes.
 */
export type Answer = { position: Position; seen: string } | { strange: string }

/**
 * Thrown where a question cannot be answered now. `resume`: a later run can answer it from what
 * this one has made.
 */
export class NotAnswered extends Error {
  readonly resume: boolean
  constructor(why: string, resume = false) {
    super(why)
    this.resume = resume
  }
}

export type Finding = {
  question: number
  position?: Position
  seen?: string
  strange?: string
  notAnswered?: string
  resume?: boolean
}
