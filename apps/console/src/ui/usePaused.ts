import { useEffect, useState } from 'react'

/** Long enough for people to finish a word or an amount before the call is made. */
const usualPauseMs = 300

/** The value once it has stopped changing. */
export function usePaused<T>(value: T, pauseMs = usualPauseMs): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
