import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Between } from './between.ts'

const statement = (text: string) =>
  Buffer.from(`Q\0\0\0${String.fromCharCode(text.length + 5)}${text}\0`)

test('what follows a message that is held waits behind it, also in a piece of its own', async () => {
  let heard = ''
  const server = createServer((socket) => void socket.on('data', (data) => (heard += data)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const between = await Between.start((server.address() as AddressInfo).port)
  between.fateOf = (message) => (message === 'begin' ? 'hold' : undefined)
  const client = connect({ port: between.port, host: '127.0.0.1', noDelay: true }).on(
    'error',
    () => {},
  )
  for (const text of ['select 1', 'begin', 'select 2']) {
    client.write(statement(text))
    await sleep(50)
  }
  expect(heard).toContain('select 1')
  expect(heard).not.toContain('select 2')
  client.destroy()
  between.stop()
  server.close()
})
