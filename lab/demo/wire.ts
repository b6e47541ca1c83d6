import { Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { answerOf, type RunningSim } from '../../apps/paypal-sim/src/server.ts'

/**
 * The way to a simulator that runs in this process: requests and answers are the bytes that
 * they would be, and only the connection between them is left out. A third of what a call
 * costs is the connection.
 */
class Wire extends Dispatcher {
  readonly #server: RunningSim
  readonly #elsewhere: Dispatcher
  constructor(server: RunningSim, elsewhere: Dispatcher) {
    super()
    this.#server = server
    this.#elsewhere = elsewhere
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (String(options.origin) !== this.#server.baseUrl)
      return this.#elsewhere.dispatch(options, handler)
    const controller = new Controller()
    handler.onRequestStart?.(controller, {})
    void this.#answer(options, handler, controller).catch((error: Error) =>
      handler.onResponseError?.(controller, error),
    )
    return true
  }

  async #answer(
    { path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    controller: Controller,
  ) {
    const { pathname, searchParams } = new URL(path, this.#server.baseUrl)
    const answer = await answerOf(this.#server.sim, {
      method,
      path: pathname,
      query: searchParams,
      headers: { ...(headers as Record<string, string>) },
      body: Buffer.from((body ?? '') as string | Buffer),
    })
    if (controller.reason) throw controller.reason
    if (answer.drop) throw new Error('The connection was dropped')
    handler.onResponseStart?.(controller, answer.status, answer.headers)
    handler.onResponseData?.(controller, answer.body)
    handler.onResponseEnd?.(controller, {})
  }
}

class Controller implements Dispatcher.DispatchController {
  reason: Error | null = null
  paused = false
  get aborted() {
    return this.reason !== null
  }
  abort(reason: Error) {
    this.reason = reason
  }
  pause() {
    this.paused = true
  }
  resume() {
    this.paused = false
  }
}

/** From now on this process calls the simulator without connections. */
export const callWithin = (server: RunningSim) =>
  setGlobalDispatcher(new Wire(server, getGlobalDispatcher()))
