import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, hashToken } from './actor.ts'
import { type Refusal, refuse } from './errors.ts'
import { Lane, longestRetrySeconds, type Who } from './lane.ts'
import { network } from './throttle.ts'

/**
 * What an installation may set (`WORK_SHARES`, docs/operations.md). All of it counts per process.
 */
export const defaultShares = {
  /** Of the places for ordinary calls, at most so much for one user and for one company at once. */
  userPercent: 30,
  companyPercent: 60,
  /** How many ordinary calls of one user wait for a place before the next one is refused. */
  waiting: 60,
  /**
   * Places for heavy work of all companies together; one company leaves one of them to others,
   * one user has one.
   */
  heavy: 3,
  heavyWaiting: 10,
  /** Files on their way to one user, however slowly they are read. */
  files: 10,
  streams: 10,
  companyStreams: 300,
}
export type Shares = typeof defaultShares

/**
 * As many sessions as one process meets in a day. Beyond them the oldest count by token and address
 * again until their next call.
 */
const knownSessions = 10_000
/**
 * A reader that takes nothing for this long is slow, and its file gives its place to
 * others meanwhile.
 */
const slowReaderMs = 1000

export type LaneName = 'light' | 'writes' | 'heavy' | 'steps'

/**
 * The shares of users and companies in what this process does at the same time. A place is taken
 * before a database connection is.
 */
export class Share {
  readonly lanes: Record<LaneName | 'files' | 'streams', Lane>
  private readonly known = new Map<string, Who>()

  constructor(poolSize: number, shares: Shares = defaultShares) {
    const heavy = Math.min(shares.heavy, Math.max(1, poolSize - 1))
    // Heavy work has connections of its own, so ordinary calls never wait for one that it holds.
    const light = Math.max(1, poolSize - heavy)
    const ofPool = (percent: number) =>
      Math.min(light, Math.max(1, Math.floor((poolSize * percent) / 100)))
    const user = ofPool(shares.userPercent)
    const { waiting, heavyWaiting, streams, companyStreams } = shares
    this.lanes = {
      light: new Lane({ total: light, company: ofPool(shares.companyPercent), user, waiting }),
      // Writers have connections of their own as well: while all of them wait, readers go on.
      writes: new Lane({ total: light, company: ofPool(shares.companyPercent), user, waiting }),
      heavy: new Lane({
        total: heavy,
        company: Math.max(1, heavy - 1),
        user: 1,
        waiting: heavyWaiting,
      }),
      // Calls that wait for a password's hash or for another server hold no connection meanwhile,
      // so there may be more of them.
      steps: new Lane({ total: 4 * poolSize, company: 2 * poolSize, user, waiting }),
      files: new Lane({
        total: Number.POSITIVE_INFINITY,
        company: 5 * shares.files,
        user: shares.files,
        waiting: 0,
        seconds: 10,
      }),
      streams: new Lane({
        total: Number.POSITIVE_INFINITY,
        company: companyStreams,
        user: streams,
        waiting: 0,
        seconds: longestRetrySeconds,
        refusal: (seconds) => refuse('limit.streams', { seconds }, { seconds }),
      }),
    }
  }

  /**
   * Does the work when its caller has a place. The place is free again when the work is over, and
   * not when the caller has gone.
   */
  async run<T>(
    lane: LaneName,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<T>,
  ): Promise<T> {
    const leave = await this.lanes[lane].enter(this.whoOf(request), reply.raw)
    try {
      return await work()
    } finally {
      leave()
      this.remember(request)
    }
  }

  /**
   * A file's place among the heavy work, from its first batch until the last is sent: packing
   * takes time as well. It is given up between two batches if others wait, and while the
   * reader takes nothing.
   */
  async file(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<<T>(batch: () => Promise<T>) => Promise<T>> {
    const who = this.whoOf(request)
    const lane = this.lanes.heavy
    let place: (() => void) | undefined = await lane.enter(who, reply.raw)
    const close = await this.lanes.files.enter(who, reply.raw).catch((refusal: Refusal) => {
      place?.()
      throw refusal
    })
    let over = false
    let begun = false
    let busy = false
    let rest: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(rest)
      place?.()
      place = undefined
    }
    finished(reply.raw, () => {
      over = true
      close()
      // A batch that is being read still holds its connection.
      if (!busy) leave()
    })
    return async (batch) => {
      clearTimeout(rest)
      if (begun && lane.isWaitedFor) leave()
      begun = true
      place ??= await lane.enter(who, reply.raw, true)
      busy = true
      try {
        return await batch()
      } finally {
        busy = false
        this.remember(request)
        if (over) leave()
        else rest = setTimeout(leave, slowReaderMs)
      }
    }
  }

  /** Counts an open stream until its connection closes. */
  async stream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.remember(request)
    const leave = await this.lanes.streams.enter(this.whoOf(request), reply.raw)
    finished(reply.raw, leave)
  }

  /**
   * Before the session is known, the address stands for the company and the token's
   * hash for the user.
   */
  private whoOf(request: FastifyRequest): Who {
    const address = `address:${network(request.ip)}`
    const token = request.headers.authorization
    if (!token) return { company: address, user: `nobody:${address}` }
    const hash = hashToken(token).toString('base64')
    return this.known.get(hash) ?? { company: address, user: `token:${hash}` }
  }

  /**
   * All sessions of a user count together from the second call on. Nothing but the
   * counting relies on it.
   */
  private remember({
    actor,
    headers,
  }: {
    actor: Actor | undefined
    headers: FastifyRequest['headers']
  }) {
    if (!actor || !headers.authorization) return
    const hash = hashToken(headers.authorization).toString('base64')
    this.known.delete(hash)
    this.known.set(hash, { company: actor.homeCompanyId, user: actor.userId })
    if (this.known.size > knownSessions) this.known.delete(this.known.keys().next().value as string)
  }
}
