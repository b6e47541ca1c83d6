import { Agent, type Dispatcher, request } from 'undici'

/**
 * The simulator has its own authority (docs/paypal-simulator.md) and says where its
 * certificates are.
 */
export async function simulatorTrust(
  url: string,
): Promise<{ testRoots: string[]; testOrigins: string[]; dispatcher: Dispatcher }> {
  const root = await (await request(new URL('/sim/root.pem', url))).body.text()
  const state = (await (await request(new URL('/sim/state', url))).body.json()) as {
    certUrl: string
  }
  return {
    testRoots: [root],
    testOrigins: [new URL(state.certUrl).origin],
    dispatcher: new Agent({ connect: { ca: root } }),
  }
}
