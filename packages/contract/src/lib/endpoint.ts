import type { z } from 'zod'
import type { Access } from './access.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One call. The API registers, validates and serialises by it, the console calls it, tests enumerate it. */
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
  /** The call is about the caller: it works in the caller's own company, even while a super admin acts in another one. */
  personal: boolean
} & Marks

/** Properties of a call besides its shape. */
type Marks = {
  /** Carries passwords, codes or keys: neither its body's hash nor its answer is kept for an Idempotency-Key. */
  sensitive?: true
  /** The answer is a file and not the envelope; errors still come in the envelope. */
  file?: 'text/csv' | 'application/pdf' | 'image/*' | 'text/event-stream'
  /** Registered outside production only. */
  developmentOnly?: true
}

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

/** What a caller passes. It has no part that the call lacks; a part whose fields are all optional may be left out. */
export type CallInput<E extends Endpoint> = Part<'params', In<E['params']>> & Part<'query', In<E['query']>> & Part<'body', In<E['body']>>
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends NonNullable<T>
    ? { [_ in K]?: T }
    : { [_ in K]: T }

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
