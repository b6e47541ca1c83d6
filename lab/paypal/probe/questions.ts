import { invoicingQuestions } from './invoicing.ts'
import { limitQuestions } from './limits.ts'
import { paymentQuestions } from './payments.ts'
import { phases, type Question } from './question.ts'
import { reportingQuestions } from './reporting.ts'
import { webhookQuestions } from './webhooks.ts'

/** All open questions, in the order in which they are asked. */
export const questions: Question[] = [
  ...invoicingQuestions,
  ...paymentQuestions,
  ...webhookQuestions,
  ...reportingQuestions,
  ...limitQuestions,
].toSorted((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase))

/** `q3,invoiceRowIds` → the questions of number 3 and the one of that name. */
export function chosen(only: string | undefined): Question[] {
  if (!only) return questions
  const words = only.split(',').map((word) => word.trim())
  const isMeant = ({ number, name }: Question) =>
    words.some((word) => word === name || word.toLowerCase() === `q${number}`)
  const unknown = words.find(
    (word) =>
      !questions.some(({ number, name }) => word === name || word.toLowerCase() === `q${number}`),
  )
  if (unknown !== undefined)
    throw new Error(
      `There is no question ${unknown}. Questions are q1, q2, … or names of switches.`,
    )
  return questions.filter(isMeant)
}
