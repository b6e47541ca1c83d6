import { setTimeout as sleep } from 'node:timers/promises'

/** Reads until there is a value; fails after `timeoutMs`. */
export async function until<T>(
  read: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    if (Date.now() > deadline)
      throw new Error('The value that the test waits for did not come in time')
    await sleep(30)
  }
}
