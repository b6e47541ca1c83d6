/**
 * `npm run torture -- limits --seed N [--only full,paypal,mail,clock,poison,kills] [--kills 40]
 * [--short]`:
 * what is around the product is full, slow, gone or wrong, and people go on working. Each story has
 * its bars; afterwards nothing acknowledged may be lost or doubled, and the books must verify.
 * `--short` plays all stories with 4 kills and two tries for each poison job.
 */
import { parseArgs } from 'node:util'
import { installed } from '../../ground/installed.ts'
import { clock } from './clock.ts'
import { full } from './full.ts'
import { kills } from './kills.ts'
import { mail } from './mail.ts'
import { paypal } from './paypal.ts'
import { poison } from './poison.ts'
import type { Story } from './story.ts'

const stories: Record<string, Story> = { full, paypal, mail, clock, poison, kills }
const short = process.argv.includes('--short')
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean' },
    kills: { type: 'string', default: short ? '4' : '40' },
    only: { type: 'string', default: Object.keys(stories).join(',') },
  },
})
if (values.only.includes('clock')) installed({ faketime: 'faketime' })
const seed = Number(values.seed)
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const results: Record<string, object> = {}
let failed = false
for (const name of values.only.split(',')) {
  const story = stories[name]
  if (!story) throw new Error(`${name} is none of ${Object.keys(stories).join(', ')}`)
  const { figures, bars, wrong } = await story({
    seed,
    kills: Number(values.kills),
    short,
    say: (text) => console.log(`${String(seconds()).padStart(4)} s  ${name}: ${text}`),
  })
  for (const line of [...new Set(wrong)].slice(0, 10)) console.log(line)
  const missed = Object.keys(bars).filter((bar) => !bars[bar])
  failed ||= missed.length > 0
  results[name] = { ...figures, missed }
}
console.log(
  JSON.stringify({
    bench: 'torture limits',
    seed,
    ...results,
    seconds: seconds(),
    passed: !failed,
  }),
)
process.exit(failed ? 1 : 0)
