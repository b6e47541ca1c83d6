import { expect, test } from 'vitest'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { readDisputes } from './sync.ts'

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })

test('a first reading of many disputes keeps what it has read, continues from there, and is complete only at its end', async () => {
  const w = await moneyWorld(t, sim)
  for (let n = 0; n < 25; n++)
    await sim.act('openDispute', { captureId: await w.pay(await w.invoice()) })
  await sim.act('addFault', {
    kind: 'slow',
    accountId: w.app.accountId,
    operation: 'disputes.get',
    ms: 20,
    times: -1,
  })
  const count = async () =>
    (await w.query<{ count: number }>('select count(*) from dispute'))[0]?.count ?? 0
  const counts: number[] = []
  let read = await readDisputes(w.side(), w, 100)
  for (let jobs = 1; read === 'more' && jobs < 60; jobs++) {
    counts.push(await count())
    read = await readDisputes(w.side(), w, 100)
  }
  expect(read).toEqual({ through: expect.any(String) })
  expect(await count()).toBe(25)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts[0]).toBeGreaterThan(0)
}, 60_000)
