import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Each API test file has its own database. Some wait more than they work: the third keeps two cores busy meanwhile.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // In CI, where other work may share the two cores, a test that failed is tried once more and marked so in the output.
    retry: process.env.CI ? 1 : 0,
    // A suite that found nothing to run has shown nothing.
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'apps/api/src/**/*.test.ts',
            'apps/paypal-sim/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          globalSetup: ['scripts/testPostgres.ts'],
          // Its modules keep no state, so each process loads them once for all of its files. That was a quarter of the whole time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser and packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/{src,build}/**/*.test.ts'],
        },
      },
    ],
  },
})
