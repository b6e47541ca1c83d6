import { lazy, Suspense, useEffect, useState } from 'react'
import { bindIdentityQuestion } from '../../lib/api/fresh.ts'

const IdentityDialog = lazy(() => import('./IdentityDialog.tsx'))

/** Waits until something needs a fresh sign-in, and then asks. */
export function IdentityQuestion() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>()
  useEffect(
    () =>
      bindIdentityQuestion(
        () =>
          new Promise<boolean>((resolve) =>
            setAnswer(() => (confirmed: boolean) => {
              setAnswer(undefined)
              resolve(confirmed)
            }),
          ),
      ),
    [],
  )
  return (
    answer && (
      <Suspense>
        <IdentityDialog onAnswer={answer} />
      </Suspense>
    )
  )
}
