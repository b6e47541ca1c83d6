import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { freePort } from '../../ground/postgres.ts'
import { endProcess, waitFor } from '../../ground/processes.ts'
import { tokenKey } from '../../stack/session.ts'
import { isLoopback } from './lines.ts'

export type Judged = {
  scores: Record<'accessibility' | 'bestPractices' | 'performance', number>
  timings: Record<
    | 'firstContentfulPaintMs'
    | 'largestContentfulPaintMs'
    | 'speedIndexMs'
    | 'blockedMs'
    | 'layoutShift',
    number
  >
  scriptKb: number
  allKb: number
  /** The audits that lost points, and where on the page. */
  failed: string[]
  /** Hosts other than ours that the page asked for. */
  strangers: string[]
}

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // No outside name resolves, so neither the page nor the browser itself can reach
  // anything outside.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/**
 * On a busy machine the browser sometimes loses the recording. That says nothing about the page, so
 * the run is tried again.
 */
export async function judge(url: string, token: string | undefined, tries = 3): Promise<Judged> {
  try {
    return await judgeOnce(url, token)
  } catch (error) {
    if (tries <= 1) throw error
    console.log(`Tried again: ${error}`)
    return judge(url, token, tries - 1)
  }
}

/**
 * Each page has a browser of its own: a service worker of the page before would answer for the
 * server.
 */
async function judgeOnce(url: string, token: string | undefined): Promise<Judged> {
  const profile = mkdtempSync(join(tmpdir(), 'paydesk-lighthouse-'))
  const port = await freePort()
  const browser = spawn(
    process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    [...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  try {
    await waitFor(`http://127.0.0.1:${port}/json/version`, browser)
    await prepare(port, url, token)
    const result = await lighthouse(
      url,
      { port, output: 'json', logLevel: 'error', disableStorageReset: true, locale: 'en-US' },
      {
        ...desktopConfig,
        settings: {
          ...desktopConfig.settings,
          onlyCategories: ['accessibility', 'best-practices', 'performance'],
        },
      },
    )
    if (!result) throw new Error('Lighthouse had no answer')
    return readingOf(result.lhr)
  } finally {
    await end(browser, profile)
  }
}

/** Writes what the page reads from the browser's storage, before the page itself is opened. */
async function prepare(port: number, url: string, token: string | undefined) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no context')
  await page.goto(new URL('/logo.svg', url).href)
  if (token)
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [tokenKey, token],
    )
  await page.close()
  await browser.close()
}

async function end(browser: ChildProcess, profile: string) {
  await endProcess(browser)
  // The browser's helper processes may still write for a moment.
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

type Request = { url: string; resourceType?: string; transferSize?: number }

function readingOf(lhr: Result): Judged {
  if (lhr.runtimeError) throw new Error(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`)
  const details = lhr.audits['network-requests']?.details as { items?: Request[] } | undefined
  const requests = (details?.items ?? []).filter(({ url }) => url.startsWith('http'))
  if (requests.length < 5) throw new Error(`Only ${requests.length} requests were seen`)
  const score = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100)
  const value = (id: string) =>
    Number((lhr.audits[id]?.numericValue ?? 0).toFixed(id === 'cumulative-layout-shift' ? 3 : 0))
  const kb = (list: Request[]) =>
    Number((list.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000).toFixed(1))
  return {
    scores: {
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      performance: score('performance'),
    },
    timings: {
      firstContentfulPaintMs: value('first-contentful-paint'),
      largestContentfulPaintMs: value('largest-contentful-paint'),
      speedIndexMs: value('speed-index'),
      blockedMs: value('total-blocking-time'),
      layoutShift: value('cumulative-layout-shift'),
    },
    scriptKb: kb(requests.filter(({ resourceType }) => resourceType === 'Script')),
    allKb: kb(requests),
    failed: failuresOf(lhr),
    strangers: requests.map(({ url }) => new URL(url).hostname).filter((host) => !isLoopback(host)),
  }
}

function failuresOf(lhr: Result): string[] {
  const judged = ['accessibility', 'best-practices']
    .flatMap((id) => lhr.categories[id]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
  return judged.flatMap(({ id }) => {
    const audit = lhr.audits[id]
    if (!audit || audit.score === null || audit.score === 1) return []
    const where = JSON.stringify(
      (audit.details as { items?: unknown[] } | undefined)?.items ?? [],
    ).slice(0, 600)
    return [`${new URL(lhr.finalDisplayedUrl).pathname} ${id}: ${audit.title} ${where}`]
  })
}
