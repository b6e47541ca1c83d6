/**
 * Mutants that may survive, each with its reason. An excuse names a file and the change as the
 * output prints it (`a → b`, on one line), so it stands as long as the code says the same, wherever
 * it moves. excused.test.ts fails for an excuse of which no operator makes the mutant any more; a
 * run fails if a test notices an excused one.
 */
export type Excuse = { file: string; change: string; why: string }

export const excuses: Excuse[] = []
