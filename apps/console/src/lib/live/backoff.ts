const firstWaitMs = 1000
const longestWaitMs = 30_000

/** The wait doubles, and it is random so that no two browsers retry in step: after a restart of the service all of them come back. */
export const waitMs = (failures: number, random = Math.random()) =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)
