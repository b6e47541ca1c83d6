import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type OnDemand, startOnDemand } from './onDemand.ts'

const opened: OnDemand[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

async function open(start: () => Promise<object>) {
  const onDemand = await startOnDemand(start)
  opened.push(onDemand)
  return onDemand
}

test('nothing starts before the first request', async () => {
  let starts = 0
  await open(async () => ({ starts: ++starts }))
  await sleep(20)
  expect(starts).toBe(0)
})

test('many first requests at once cause one start and get the same answer', async () => {
  let starts = 0
  const { url } = await open(async () => {
    await sleep(50)
    return { starts: ++starts }
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(url)).json()),
  )
  expect(answers).toEqual(Array.from({ length: 8 }, () => ({ starts: 1 })))
})

test('every request hears of a start that failed, and it is not tried again', async () => {
  let starts = 0
  const { url } = await open(async () => {
    starts++
    throw new Error('no space left')
  })
  for (const answer of [await fetch(url), await fetch(url)])
    expect([answer.status, await answer.text()]).toEqual([500, 'no space left'])
  expect(starts).toBe(1)
})

test('closing waits for a start that is under way, so that it can be stopped', async () => {
  let finished = false
  const { url, close } = await startOnDemand(async () => {
    await sleep(100)
    finished = true
    return {}
  })
  const asked = fetch(url).catch(() => undefined)
  await sleep(30)
  await close()
  await asked
  expect(finished).toBe(true)
})
