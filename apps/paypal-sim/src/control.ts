import type { SimAnswer, SimRequest } from './dispatch.ts'
import type { Sim } from './sim.ts'
export async function answerControl(_sim: Sim, _request: SimRequest): Promise<SimAnswer | undefined> {
  return undefined
}
