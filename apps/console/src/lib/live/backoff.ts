const firstWaitMs = 1000
const longestWaitMs = 30_000

/**
 * The wait doubles, and it is random so that no two browsers retry in step: after a restart of
 * the service all of them come back. It is never shorter than the service asked for (a user with
 * too many streams).
 */
export const waitMs = (failures: number, askedMs = 0, random = Math.random()) =>
  askedMs + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)
