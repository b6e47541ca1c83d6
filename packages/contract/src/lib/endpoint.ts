import type { z } from 'zod'
import type { Access } from './access.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * One call. The API registers, validates and serialises by it, the console calls it,
 * tests enumerate it.
 */
export type Endpoint<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  method: Method
  path: `/api/${string}`
  permission: A
  summary: string
  params: P
  query: Q
  body: B
  reply: R
  /**
   * The call is about the caller: it works in the caller's own company, even while a super admin
   * acts in another one.
   */
  personal: boolean
} & Marks

/** Properties of a call besides its shape. */
type Marks = {
  /**
   * Carries passwords, codes or keys: neither its body's hash nor its answer is kept for an
   * Idempotency-Key.
   */
  sensitive?: true
  /** The answer is a file and not the envelope; errors still come in the envelope. */
  file?: 'text/csv' | 'application/pdf' | 'image/*' | 'text/event-stream'
  /**
   * Takes much longer than a page of a list: such calls have few places, so that they hold
   * up nobody else's.
   */
  heavy?: true
  /** Asked by machines that must never be told to wait: it counts in nobody's share. */
  unshared?: true
  /** Registered outside production only. */
  developmentOnly?: true
  /**
   * What the caller must have shown of late. Every call that changes something and every export
   * says it; a test asks for it.
   */
  stepUp?: StepUp
}

/**
 * What somebody must have shown within the last minutes. `always`: a second factor, because the
 * call changes who may do what, lets money go or takes a whole list away. `own`: it is about one's
 * own credentials, so whoever has a second factor shows that, and everyone else the password.
 * `sometimes`: the handler decides by what is asked. `never`: nothing.
 */
export type StepUp = 'always' | 'own' | 'sometimes' | 'never'

export const endpoint = <
  R extends z.ZodType,
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  call: {
    method: Method
    path: `/api/${string}`
    permission: A
    summary: string
    params?: P
    query?: Q
    body?: B
    reply: R
    /** The default: calls that every signed-in user may make are about the caller. */
    personal?: boolean
  } & Marks,
): Endpoint<P, Q, B, R, A> => ({
  ...call,
  params: call.params as P,
  query: call.query as Q,
  body: call.body as B,
  personal: call.personal ?? call.permission === 'signedIn',
})

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/**
 * What a caller passes. It has no part that the call lacks; a part whose fields are all optional
 * may be left out.
 */
export type CallInput<E extends Endpoint> = Part<'params', In<E['params']>> &
  Part<'query', In<E['query']>> &
  Part<'body', In<E['body']>>
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends NonNullable<T>
    ? { [_ in K]?: T }
    : { [_ in K]: T }

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
