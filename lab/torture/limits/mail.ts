import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../ground/postgres.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import { watchTransactions } from './open.ts'
import { Post } from './post.ts'
import type { Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

const awaySeconds = 30
const perPhase = 12
/**
 * A mail that failed for a minute is tried again within the next two: the distance between tries
 * doubles each time, up to five minutes.
 */
const deliverySeconds = 150

/**
 * The mail server is gone, then takes connections and says nothing, then takes mails without saying
 * so; invitations are asked for all the time.
 */
export const mail: Story = async ({ seed, say }) => {
  const post = new Post(await freePort())
  await post.open()
  const env = { SMTP_URL: `smtp://127.0.0.1:${post.port}`, MAIL_FROM: 'paydesk@example.com' }
  const stack = await openStack(
    underTorture({ name: 'torture-limits-mail', accounts: 2, workers: 2, seed, env }),
  )
  const transactions = watchTransactions(stack.owner)
  let invited = 0
  try {
    const admin = new Client(stack.api)
    const token = await admin.signIn('admin', labPassword)
    const work = await Work.start(stack, token, { seed })
    const addresses: string[] = []
    const invite = async (seconds: number) => {
      for (let n = 0; n < perPhase; n++) {
        const email = `guest-${++invited}@example.com`
        const { status, errorMessage } = await admin.call('POST', '/api/user', {
          username: `guest${invited}`,
          name: `Guest ${invited}`,
          email,
        })
        if (status !== 200) throw new Error(`invite: ${status} ${errorMessage}`)
        addresses.push(email)
        await sleep((seconds * 1000) / perPhase)
      }
    }
    await invite(10)
    work.phase = 'gone'
    await post.close()
    say('the mail server is gone')
    await invite(awaySeconds)
    work.phase = 'silent'
    post.mood = 'silent'
    await post.open()
    say('the mail server says nothing')
    await invite(awaySeconds)
    const sentWhileAway = post.letters.filter(
      ({ to }) => Number(/\d+/.exec(to)?.[0]) > perPhase,
    ).length
    // Silent connections end with the server; the next one answers.
    await post.close()
    post.mood = 'cutOff'
    await post.open()
    work.phase = 'cut off'
    say('the mail server takes mails and does not say so')
    await sleep(5000)
    const unacknowledged = post.letters.length
    await post.close()
    post.mood = 'up'
    await post.open()
    work.phase = 'back'
    const back = performance.now()
    say('the mail server is back')
    const arrived = () => new Set(post.letters.map(({ to }) => to))
    while (
      addresses.some((one) => !arrived().has(one)) &&
      performance.now() - back < deliverySeconds * 1000
    )
      await sleep(250)
    const lastAfterMs = Math.round(performance.now() - back)
    const waiting = async () =>
      (
        await stack.owner.query<{ n: number }>(
          'select count(*)::int as n from message where sent_at is null',
        )
      ).rows[0]?.n
    while ((await waiting()) !== 0 && performance.now() - back < deliverySeconds * 1000)
      await sleep(250)
    const unsentMessages = await waiting()
    await sleep(5000)
    await work.end()
    const { found, holds } = await afterwards(stack, work, 60)
    const { open, longestMs } = await transactions.end()
    const missing = addresses.filter((one) => !arrived().has(one))
    const afterRecovery = post.letters.slice(unacknowledged)
    const doubledAfter =
      afterRecovery.length - new Set(afterRecovery.map(({ messageId }) => messageId)).size
    // Whoever received a mail twice can see that it is one: it has one id.
    const idsPerAddress = addresses.map(
      (one) =>
        new Set(post.letters.filter(({ to }) => to === one).map(({ messageId }) => messageId)).size,
    )
    const away = ['gone', 'silent', 'cut off', 'back']
    return {
      figures: {
        mails: addresses.length,
        sentWhileAway,
        missing: missing.length,
        lastAfterMs,
        takenTwiceByTheServer:
          post.letters.length - new Set(post.letters.map(({ messageId }) => messageId)).size,
        doubledAfter,
        unsentMessages,
        p99: work.p99(['before', ...away]),
        longestIdleTransactionMs: longestMs,
        ...found,
      },
      bars: {
        'all mails arrive': missing.length === 0 && unsentMessages === 0,
        'nothing twice after the recovery': doubledAfter === 0,
        'a mail that comes twice has one id': idsPerAddress.every((count) => count === 1),
        'nobody else is disturbed':
          work.seen.every(({ status }) => status === 200) && work.undisturbedIn(away),
        'no transaction open while the mail server is awaited': open.length === 0,
        'no process ends': stack.ended.length === 0,
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [
        ...work.wrong,
        ...stack.ended,
        ...open,
        ...missing.slice(0, 5).map((one) => `${one}: no mail`),
      ],
    }
  } finally {
    await transactions.end()
    await stack.stop()
    await post.close()
  }
}
