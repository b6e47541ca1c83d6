import { useEffect, useState } from 'react'

type Asked<T> = { data?: T; error?: unknown }

const kept = new Map<string, Promise<unknown>>()

/**
 * One answer of the service, for the pages before sign-in: the console's cache of answers
 * (query.ts) is 13 kB. The same name is the same question, and is asked once while the page lives,
 * however often React draws.
 */
export function useAnswer<T>(
  name: string,
  ask: () => Promise<T>,
): Asked<T> & { again: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the question
  useEffect(() => {
    let listening = true
    setAsked({})
    answerOf(name, ask).then(
      (data) => listening && setAsked({ data }),
      (error: unknown) => listening && setAsked({ error }),
    )
    return () => {
      listening = false
    }
  }, [name, attempt])
  return { ...asked, again: () => setAttempt(attempt + 1) }
}

function answerOf<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = (kept.get(name) as Promise<T> | undefined) ?? ask()
  kept.set(name, answer)
  // A refusal is no answer to keep: trying again asks again.
  answer.catch(() => kept.delete(name))
  return answer
}
