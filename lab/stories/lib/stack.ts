import { readFileSync } from 'node:fs'
import { openStack } from '../../stack/openStack.ts'
import { forBrowsers } from '../../stack/options.ts'
import { e2ePassword } from './password.ts'
import { seedStories } from './people.ts'

/**
 * What the browser tests run against. Nothing of it is to be seen from outside but the console and
 * what it sends.
 */
export async function openStoryStack() {
  const stack = await openStack(
    forBrowsers({ name: 'e2e', password: e2ePassword, people: seedStories }),
  )
  const { logOf } = stack.crew.options
  const jobsDone = () =>
    stack.crew.workers.map(
      ({ part }) => readFileSync(logOf(part.name), 'utf8').split('"job done"').length - 1,
    )
  return Object.assign(stack, { jobsDone })
}
