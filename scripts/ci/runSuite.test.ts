import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Job, runStep, runWithinCores } from './runSuite.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-ci-'))
const step = (command: string, limitSeconds = 60) =>
  runStep(folder, { name: 'step', command, limitSeconds })

test('a step is ok by its exit code, and its log and processor time are kept', async () => {
  const green = await step('echo first; i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done')
  expect(green).toMatchObject({ ok: true, log: expect.stringContaining('first') })
  expect(green.processorSeconds).toBeGreaterThan(0)
  expect(green.log).not.toContain('processor')
  expect(await step('echo no; exit 3')).toMatchObject({ ok: false })
})

test('a step that does not end is killed with its children and has failed', async () => {
  const late = await step('sleep 60 & sleep 60', 0.5)
  expect(late.ok).toBe(false)
  expect(late.seconds).toBeLessThan(10)
})

const jobsOf = (log: string[], list: (Partial<Job> & { name: string; ok?: boolean })[]): Job[] =>
  list.map(({ name, ok = true, cores = 2, needs = [] }) => ({
    name,
    cores,
    needs,
    start: async () => {
      log.push(`+${name}`)
      await sleep(20)
      log.push(`-${name}`)
      return ok
    },
    skip: (failed) => log.push(`${name} without ${failed}`),
  }))

test('jobs run beside each other as far as the cores hold', async () => {
  const log: string[] = []
  const list = [{ name: 'a' }, { name: 'b', cores: 1 }, { name: 'c', cores: 0.5 }]
  await runWithinCores(jobsOf(log, list))
  expect(log).toEqual(['+a', '-a', '+b', '+c', '-b', '-c'])
})

test('a job waits for what it needs, and is skipped when that failed', async () => {
  const log: string[] = []
  const list = [
    { name: 'user', cores: 1, needs: ['build', 'elsewhere'] },
    { name: 'build', cores: 1, ok: false },
  ]
  await runWithinCores(jobsOf(log, list))
  expect(log).toEqual(['+build', '-build', 'user without build'])
})
