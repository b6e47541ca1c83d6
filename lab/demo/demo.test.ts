import { expect, test } from 'vitest'
import { simulatorFile } from './demo.ts'

test('another database has PayPal’s side in a file of its own, whoever logs in', () => {
  const own = simulatorFile('.dev', undefined)
  const other = (url: string) => simulatorFile('.dev', url)
  expect(own).toBe('.dev/paypal-sim.db')
  expect(other('postgres://a:1@db.example/one')).not.toBe(own)
  expect(other('postgres://a:1@db.example/one')).toBe(other('postgres://b:2@db.example/one'))
  expect(other('postgres://a:1@db.example/one')).not.toBe(other('postgres://a:1@db.example/two'))
  expect(other('postgres://a:1@db.example/one')).not.toBe(
    other('postgres://a:1@db.example:5433/one'),
  )
})
