import { configDefaults, defineConfig } from 'vitest/config'
import { testsOfRing } from './scripts/ci/slowTests.ts'

const { TEST_RING, TEST_SLOW_IN = '' } = process.env
const { include, exclude } = testsOfRing(TEST_RING, TEST_SLOW_IN.split(','))

export default defineConfig({
  test: {
    // Each API test file has its own database. Some wait more than they work: the third keeps two cores busy meanwhile.
    maxWorkers: 3,
    // Limits for what hangs, not measures of speed: other work may share the two cores.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A suite that found nothing to run has shown nothing.
    passWithNoTests: false,
    tags: [
      {
        name: 'slow',
        description:
          'Proves sizes, races or every setting. Runs in npm run verify, not in the gate.',
      },
    ],
    projects: [
      {
        test: {
          name: 'server',
          include,
          exclude: [...configDefaults.exclude, ...exclude],
          globalSetup: ['lab/ground/testPostgres.ts'],
          // Its modules keep no state, so each process loads them once for all of its files. That was a quarter of the whole time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'console',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/{src,build}/**/*.test.ts'],
        },
      },
    ],
  },
})
