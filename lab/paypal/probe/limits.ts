import { formatInstant } from '@paydesk/paypal/instant'
import { type Answer, NotAnswered } from './answer.ts'
import { hourMs, later, minuteMs, type Probe, secondMs, until } from './context.ts'
import { onceInRun } from './memory.ts'
import type { Question } from './question.ts'

/** Beyond this many calls in a minute the probe stops looking for a limit. */
const most = 120
const atOnce = 4

type Flood = { passed: number; limitedAt?: string; retryAfter?: string }

async function call({ raw, hand }: Probe) {
  const end = later(await hand.now(), -12 * hourMs)
  return raw(
    'GET',
    `/v1/reporting/transactions?start_date=${formatInstant(later(end, -secondMs))}&end_date=${formatInstant(end)}&page_size=1`,
  )
}

/**
 * Calls reporting as often as it goes within a minute, until PayPal says that it is too much. Once
 * for all three questions.
 */
const flood = onceInRun(async (probe: Probe): Promise<Flood> => {
  const { hand } = probe
  if (hand.kind !== 'simulator')
    probe.say(
      '  Waiting a minute, then calling reporting until PayPal refuses (at most 120 times).',
    )
  await hand.pass(minuteMs + secondMs)
  const end = (await hand.now()).getTime() + minuteMs - secondMs
  let passed = 0
  while (passed < most && (await hand.now()).getTime() < end) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => call(probe)))
    const denied = answers.find(({ status }) => status === 401 || status === 403)
    if (denied) throw new NotAnswered(`PayPal does not let the app use reporting: ${denied.words}`)
    const limited = answers.find(({ status }) => status === 429)
    passed += answers.filter(({ status }) => status !== 429).length
    const retryAfter = limited?.headers['retry-after']
    if (limited)
      return {
        passed,
        limitedAt: (await hand.now()).toISOString(),
        ...(retryAfter ? { retryAfter } : {}),
      }
  }
  return { passed }
})

async function reportingPerMinute(probe: Probe): Promise<Answer> {
  const { passed, limitedAt } = await flood(probe)
  if (limitedAt) return { position: passed, seen: `after ${passed} calls within a minute came 429` }
  return { position: 0, seen: `${passed} calls within a minute met no limit` }
}

async function needLimit(probe: Probe): Promise<{ limitedAt: string; retryAfter?: string }> {
  const { passed, limitedAt, retryAfter } = await flood(probe)
  if (!limitedAt) throw new NotAnswered(`no limit was met in ${passed} calls within a minute`)
  return { limitedAt, ...(retryAfter ? { retryAfter } : {}) }
}

async function retryAfter(probe: Probe): Promise<Answer> {
  const told = (await needLimit(probe)).retryAfter
  return told
    ? { position: 'present', seen: `Retry-After: ${told}` }
    : { position: 'absent', seen: 'the 429 has no Retry-After' }
}

async function reportingBanMs(probe: Probe): Promise<Answer> {
  const { limitedAt } = await needLimit(probe)
  const step = 30 * secondMs
  if (probe.hand.kind !== 'simulator')
    probe.say('  Waiting until PayPal answers reporting again (one call every 30 s).')
  await probe.hand.pass(step)
  const over = await until(probe, { withinMs: hourMs, everyMs: step }, async () =>
    (await call(probe)).status === 429 ? undefined : (await probe.hand.now()).getTime(),
  )
  if (over === undefined) throw new NotAnswered('PayPal still refuses after an hour')
  const ms = Math.round((over - later(limitedAt, 0).getTime()) / step) * step
  return { position: ms, seen: `reporting answered again after ${ms / 1000} s` }
}

export const limitQuestions: Question[] = [
  {
    number: 10,
    name: 'reportingPerMinute',
    phase: 'limits',
    words: 'How many reporting calls a minute does PayPal allow one address?',
    assumes: 'about 50, as others have seen',
    ask: reportingPerMinute,
  },
  {
    number: 10,
    name: 'retryAfter',
    phase: 'limits',
    words: 'Does a 429 carry Retry-After?',
    assumes: 'either: without it the product decides how long it waits',
    ask: retryAfter,
  },
  {
    number: 10,
    name: 'reportingBanMs',
    phase: 'limits',
    words: 'How long is an address refused that called too often?',
    assumes: 'about five minutes, as others have seen',
    ask: reportingBanMs,
  },
]
