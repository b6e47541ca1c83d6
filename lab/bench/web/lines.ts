import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const met = new Set<string>()

/**
 * Notes every outside address that this process connects to from now on, in Lighthouse's own calls
 * too; unix sockets have no address.
 */
export function watchLines() {
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (socket.remoteAddress && !isLoopback(socket.remoteAddress)) met.add(socket.remoteAddress)
    })
  })
}

export const isLoopback = (host: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|::ffff:127\..*)$/.test(host)

export const strangersMet = () => [...met]
