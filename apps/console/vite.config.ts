import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { runningVersion, versionText } from '../api/src/lib/version.ts'
import { compress } from './build/compress.ts'
import { guide } from './build/guide.ts'
import { later } from './build/later.ts'

const apiPort = process.env.API_PORT ?? '3000'
const optionalLocale = /\/locale\/(?!zh_CN|zh-cn|en_US|common)[\w-]+\.js$/
const pwa = process.env.VITE_PWA !== 'false'

const own = /(apps\/console\/src|packages\/contract)\//
/**
 * Of antd's locales, the parts that read one, and English, in which antd speaks until it
 * is told another.
 */
const libraries = /node_modules\/(?!.*\/locale\/(?!(common|context|en_US|index|useLocale)\.js))/
const dates =
  /node_modules\/(@rc-component\/picker|antd\/es\/date-picker|dayjs\/plugin)\/(?!.*locale\/)/
const tables =
  /src\/ui\/table\/(ApiTable\.tsx|walkRows)|node_modules\/(@rc-component\/(table|pagination)|antd\/es\/(table|pagination))\/(?!.*(locale\/|MeasureRowContext))/
/**
 * What the pages before sign-in are made of: React, the texts' grammar, and our own plain parts.
 * The console has all of it too.
 */
const plainLibraries =
  /node_modules\/(react|react-dom|scheduler|react-intl|intl-messageformat|@formatjs|tslib)\//
const plain =
  /src\/(app\/(start|Root|pageComponent|settings|swatches|pwa|askToRefresh|router\/ErrorBoundary)|lib\/(api\/(answer|api|apiError|actionKey|busy|device|errors|request|session|stepUp|untilKnown)\.|feedback|i18n|inertZod|lazyPage|place|product|caches)|ui\/(plain|Toasts|TextTabs|LanguageSelect|form\/(FormNotice|TextField|useFields)|page\/(PageLoading|StatePage|useTitle))|shared\/session\/(BrandPanel|SignInFrame)|people\/session\/(form|signIn|LoginPage\.module))|packages\/contract\/src\/(lib\/(endpoint|envelope|page)|people\/login)\./

/**
 * Without these groups, each set of pages that shares a file gets a chunk of its own: a list page
 * came in a hundred files, most of a few hundred bytes. With them, code that many pages share comes
 * in a few chunks, and that of the pages before sign-in in one of its own. `npm run budget` tells
 * when that part outgrows its group.
 */
const apart = { priority: 1, includeDependenciesRecursively: false }
const groups = [
  // main.ts, which decides what is loaded, needs nothing that is loaded.
  { ...apart, name: 'main', tags: ['$initial' as const], priority: 5 },
  {
    ...apart,
    name: 'plain',
    test: (id: string) => plainLibraries.test(id) || plain.test(id),
    minShareCount: 2,
    priority: 4,
  },
  // Lists load it after their rows.
  { ...apart, name: 'dates', test: dates, minShareCount: 2, priority: 2 },
  // The lists of daily work have a table of their own (ui/workspace).
  { ...apart, name: 'table', test: tables, minShareCount: 2, priority: 2 },
  // All of it together: parts of it in `desk` would load each other in a circle.
  { ...apart, name: 'workspace', test: /src\/ui\/workspace\//, minShareCount: 2, priority: 2 },
  // What the layout reads of notices and problems: a file for each word list cost more than it
  // held.
  {
    ...apart,
    name: 'words',
    test: /packages\/contract\/src\/\w+\/(billWords|problemNotice|problemWords|ruleNotice)\./,
    minShareCount: 2,
    priority: 2,
  },
  { ...apart, name: 'widgets', test: libraries, minShareCount: 7 },
  { ...apart, name: 'desk', test: own, minShareCount: 5 },
]

export default defineConfig({
  // The version is put into the files and not asked of the API: an open tab may still run
  // the previous build.
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(versionText(runningVersion)) },
  resolve: {
    alias: [
      // The console sends and reads what the contract's types say; only the API validates.
      // inertZod.ts says what this saves.
      { find: /^zod$/, replacement: new URL('./src/lib/inertZod.ts', import.meta.url).pathname },
    ],
  },
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': `http://127.0.0.1:${apiPort}` },
  },
  preview: { port: 5173, host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  build: {
    // Read by build/size.ts, which fails above the budgets.
    manifest: true,
    // Every browser that runs es2022 preloads modules itself.
    modulePreload: { polyfill: false },
    // The CSP does not allow data: for scripts or fonts; logo and icons are files already.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Locales other than the two with texts are in their own folder: the service worker stores
        // the chosen one, not all fifty.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.length > 0 && moduleIds.every((id) => optionalLocale.test(id))
            ? 'assets/locale/[name]-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [
    react(),
    guide(),
    later(),
    VitePWA({
      disable: !pwa,
      registerType: 'prompt',
      // app/pwa.ts registers the worker: the plugin would do it by an inline script or with its
      // own update flow.
      injectRegister: false,
      includeAssets: ['logo.svg'],
      manifest: {
        name: '收款管理',
        short_name: '收款管理',
        description: 'PayPal 收款、账单与对账管理后台',
        lang: 'zh-CN',
        start_url: '/welcome',
        scope: '/',
        display: 'standalone',
        theme_color: '#1890ff',
        background_color: '#f7f8fa',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg}'],
        // The guide is read rarely, and only online.
        globIgnores: ['assets/locale/**', 'guide/**'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/guide\//],
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            urlPattern: /\/assets\/locale\//,
            handler: 'CacheFirst',
            options: { cacheName: 'locale', expiration: { maxEntries: 20 } },
          },
        ],
      },
    }),
    compress(),
  ],
})
