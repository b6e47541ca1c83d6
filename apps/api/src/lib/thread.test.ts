import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { maxThreads, maxWaiting, threadOf } from './thread.ts'

type Samples = typeof import('../test/threadSamples.ts')
const samples = new URL('../test/threadSamples.ts', import.meta.url)
const company = 'a company'
const limits = { cpuMs: 200, wallMs: 2000, megabytes: 48 }
const patience = { cpuMs: 15_000, wallMs: 18_000, megabytes: 48 }
const run = threadOf<Samples>(samples, limits)

test('a function of another module runs in a thread and gives its value', async () => {
  expect(await run(company, 'lengthOf', Buffer.from('abc'))).toBe(3)
})

test('the thread sees nothing of the environment, where secrets are', async () => {
  expect(Object.keys(process.env).length).toBeGreaterThan(0)
  expect(
    (await run(company, 'environment')).filter((name) => name !== 'NODE_COMPILE_CACHE'),
  ).toEqual([])
})

test('a refusal arrives as a refusal, a fault as an error with its place', async () => {
  await expect(run(company, 'refuses', 7)).rejects.toMatchObject({
    code: 'import.tooManyColumns',
    params: { columns: 7 },
  })
  const fault = await run(company, 'fails').catch((error: Error) => error)
  expect(fault).toMatchObject({
    message: 'a fault',
    stack: expect.stringContaining('threadSamples'),
  })
})

test('what takes too long is ended and refused in words, and meanwhile the process goes on', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  const startedAt = performance.now()
  const worked = threadOf<Samples>(samples, { ...limits, wallMs: 18_000 })
  await expect(worked(company, 'neverEnds')).rejects.toMatchObject({
    code: 'file.tooHeavy',
    status: 422,
  })
  clearInterval(ticking)
  const took = performance.now() - startedAt
  expect(took).toBeLessThan(12_000)
  // A process that is held up would have no turn at all.
  expect(turns).toBeGreaterThan(took / 50)
})

test('work is counted, not time: a thread that only waits is not too heavy', async () => {
  const [start, end] = await run(company, 'between', 600)
  expect(end - start).toBeGreaterThan(500)
})

test('what waits forever without working is ended as well', async () => {
  await expect(run(company, 'neverAnswers')).rejects.toMatchObject({ code: 'file.tooHeavy' })
})

test('a pattern that goes back and forth is ended', async () => {
  await expect(run(company, 'matches', `${'a'.repeat(40)}b`)).rejects.toMatchObject({
    code: 'file.tooHeavy',
  })
})

test('what fills its memory is ended and refused, and the process lives on', async () => {
  const patient = threadOf<Samples>(samples, patience)
  await expect(patient(company, 'fillsMemory')).rejects.toMatchObject({ code: 'file.tooHeavy' })
  expect(await run(company, 'lengthOf', Buffer.from('ab'))).toBe(2)
})

test('a thread that ends itself is an error and takes no place away', async () => {
  for (let time = 0; time < maxThreads + 1; time++)
    await expect(run(company, 'exits')).rejects.toThrow('ended its thread')
  expect(await run(company, 'lengthOf', Buffer.from('ab'))).toBe(2)
})

test('what cannot be handed over is an error and takes no place away', async () => {
  for (let time = 0; time < maxThreads + 1; time++)
    await expect(run(company, 'lengthOf', (() => 1) as never)).rejects.toThrow(
      'could not be cloned',
    )
  expect(await run(company, 'lengthOf', Buffer.from('ab'))).toBe(2)
})

test('a few run at once, some wait for their turn, and whoever comes then is told to come back', async () => {
  const patient = threadOf<Samples>(samples, patience)
  const calls = Array.from({ length: maxThreads - 1 + maxWaiting }, () =>
    patient(company, 'between', 60),
  )
  await expect(patient(company, 'between', 60)).rejects.toMatchObject({ code: 'limit.busy' })
  // Another company finds a thread at once.
  expect(await patient('another company', 'lengthOf', Buffer.from('abc'))).toBe(3)
  const times = await Promise.all(calls)
  const atOnce = times.map(
    ([start]) => times.filter(([from, to]) => from <= start && start < to).length,
  )
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(maxThreads - 1)
  await sleep(1)
  expect(await run(company, 'lengthOf', Buffer.from('abcd'))).toBe(4)
})

test('a thread is used again', async () => {
  await run(company, 'lengthOf', Buffer.from('a'))
  const [first, second] = [await run(company, 'thread'), await run(company, 'thread')]
  expect(second).toBe(first)
})
