import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  outputDir: '../.tmp/test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only on a later try has found something: by hand it fails at once. In CI, where other work shares the two
  // cores, it may be tried again, is named at the end of the run, and keeps a trace of the second try.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.tmp/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://127.0.0.1:3000',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A worker fetches every file of the console into its cache: for each test again, although only pwa.e2e.ts is about it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // The console keeps still for whoever asks for it. On a busy machine a dialog can stand still for two frames, be clicked, and
    // only then set out: the click falls beside it. What motion itself can break has a story of its own (role.e2e.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test to keep the failed ones doubles the time of all.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
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
    { name: 'e2e', testMatch: '**/*.e2e.ts' },
    { name: 'screenshots', testMatch: ['**/screenshots.ts', '**/guidePictures.ts'] },
  ],
})
