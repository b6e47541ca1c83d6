import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../../lib/errors.ts'

// argon2id, OWASP's second choice (19 MiB, t = 2): measured at 22–77 ms here.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More than two at once would let a flood of sign-ins starve every other request of the CPU. */
const maxAtOnce = 2
/** This is about four seconds of work. Anyone who would wait longer is refused at once. */
const maxWaiting = 200
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw refuse('unavailable')
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/**
 * A hash of no real password. It is verified against when the username is unknown, so that both
 * answers take the same time.
 */
const nobodysHash = hashPassword(crypto.randomUUID())

export async function passwordMatches(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const target = stored ?? (await nobodysHash)
  const matches = await inTurn(() => verify(target, password))
  return matches && stored != null
}
