import type { Probe } from './context.ts'

export type Position = string | number | boolean

/**
 * `position` is what a switch of the simulator is set to; `strange` is an answer that none of its
 * positions describes.
 */
export type Answer = { position: Position; seen: string } | { strange: string }

/**
 * When a question is asked. What a person does comes early, because reporting shows it hours later;
 * what may get the address banned, or takes days, comes last.
 */
export const phases = ['alone', 'buyer', 'deliveries', 'reporting', 'limits', 'days'] as const
export type Phase = (typeof phases)[number]

export type Question = {
  /** As in paypal §14. */
  number: number
  /**
   * The simulator's switch or figure of this name takes the answer; without one the answer is
   * for people only.
   */
  name: string
  phase: Phase
  words: string
  /** What the product does today. */
  assumes: string
  ask: (probe: Probe) => Promise<Answer>
}

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
