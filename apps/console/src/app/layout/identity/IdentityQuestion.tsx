import { Suspense, useEffect, useState } from 'react'
import { bindIdentityQuestion, type Proof } from '../../../lib/api/stepUp.ts'
import { withTexts } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'

const IdentityDialog = lazyPage(() => import('./IdentityDialog.tsx'))
const EnrolDialog = lazyPage(withTexts(['account'], () => import('./EnrolDialog.tsx')))

type Question = { id: number; proof: Proof; open: boolean; answer: (given: boolean) => void }

/**
 * Waits until a call needs to know who is there, and then asks, above whatever form is open. The
 * list is a stack: setting up a second factor can itself ask for the password.
 */
export function IdentityQuestion() {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  useEffect(() => {
    let asked = 0
    const waiting = new Set<(given: boolean) => void>()
    const ask = (proof: Proof) =>
      new Promise<boolean>((resolve) => {
        const answer = (given: boolean) => {
          waiting.delete(answer)
          // It stays mounted until it has closed, so that the focus returns to where the person
          // was.
          setQuestions((all) =>
            all.map((one) => (one.answer === answer ? { ...one, open: false } : one)),
          )
          resolve(given)
        }
        waiting.add(answer)
        setQuestions((all) => [...all, { id: asked++, proof, open: true, answer }])
      })
    const unbind = bindIdentityQuestion(ask)
    return () => {
      unbind()
      // Signed out meanwhile: nobody is left to answer, and the calls must not wait for ever.
      for (const answer of waiting) answer(false)
    }
  }, [])
  const remove = ({ answer }: Question) =>
    setQuestions((all) => all.filter((one) => one.answer !== answer))
  return questions.map((question) => {
    const props = {
      open: question.open,
      onAnswer: question.answer,
      onClosed: () => remove(question),
    }
    return (
      <Suspense key={question.id}>
        {question.proof === 'enrol' ? (
          <EnrolDialog {...props} />
        ) : (
          <IdentityDialog by={question.proof} {...props} />
        )}
      </Suspense>
    )
  })
}
