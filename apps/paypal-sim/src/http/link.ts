import type { World } from '../world/world.ts'

export interface Link {
  href: string
  rel: string
  method: string
}

/** All links point back at the simulator, under the address that it was reached by. */
export const selfLink = (world: World, path: string, method = 'GET'): Link => ({
  href: `${world.baseUrl}${path}`,
  rel: 'self',
  method,
})
export const link = (world: World, rel: string, path: string, method = 'GET'): Link => ({
  ...selfLink(world, path, method),
  rel,
})
