import type { Answer } from './answer.ts'
import type { Probe } from './context.ts'

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
