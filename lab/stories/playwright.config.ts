import { defineConfig } from '@playwright/test'

const forEverybody = 'desk/quarantine.e2e.ts'
// The same engine without its desktop: a story takes a quarter less of the processor.
const chromium = process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium-headless-shell'

export default defineConfig({
  testDir: '.',
  outputDir: '../../.tmp/test-results',
  fullyParallel: true,
  workers: 2,
  // A story that fails now and then is a bug to find, in CI as elsewhere (decision 79).
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../.tmp/ci/stories.json' }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://127.0.0.1:3000',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A service worker would load every file of the console into its cache for each test, although
    // only pwa.e2e.ts is about it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // The console does not animate for people who ask for reduced motion. On a busy machine an
    // animated dialog can stand still for two frames, be clicked, and only then start to move, so
    // that the click misses. role.e2e.ts has a story for what motion itself can break.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test in order to keep the failed ones would double the time of all.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'e2e', testMatch: '**/*.e2e.ts', testIgnore: forEverybody },
    // These change the installation itself, so they run when all others are done.
    { name: 'forEverybody', testMatch: forEverybody, dependencies: ['e2e'] },
    { name: 'screenshots', testMatch: 'pictures/*.ts' },
  ],
})
