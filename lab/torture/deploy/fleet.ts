import { setTimeout as sleep } from 'node:timers/promises'
import type { Crew, Place } from '../../stack/crew.ts'

/**
 * As upgrade.sh waits after an API: until the proxy has seen that it is ready (health_interval and
 * health_timeout of the shipped Caddyfile).
 */
const noticedMs = 3000

/**
 * Two APIs and two workers, each of which can be replaced by a process of the same or of another
 * release.
 */
export class Fleet {
  private readonly crew: Crew
  /**
   * How long each process took from the signal to its end, and each API from its start until it was
   * ready.
   */
  readonly stopMs: number[] = []
  readonly startMs: number[] = []
  constructor(crew: Crew) {
    this.crew = crew
  }

  get size() {
    return this.crew.places.length
  }

  /**
   * As a deployment does it: the old process is asked to end, and after an API the next one is
   * touched only when the new one is ready. Of a worker nobody waits for the start: the last
   * release cannot say when it is ready, and jobs wait for whichever comes.
   */
  async replace(index: number, from: string) {
    const place = this.crew.places[index % this.size] as Place
    const { child } = place
    const startedAt = performance.now()
    await place.end(60_000)
    if (child?.exitCode !== 0)
      throw new Error(
        `${place.part.name} did not end by itself: ${child?.exitCode ?? child?.signalCode}`,
      )
    this.stopMs.push(Math.round(performance.now() - startedAt))
    place.part.from = from
    const begunAt = performance.now()
    place.start()
    if (place.part.kind !== 'api') return
    await place.ready()
    this.startMs.push(Math.round(performance.now() - begunAt))
    await sleep(noticedMs)
  }
}
