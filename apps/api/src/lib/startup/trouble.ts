import { messageOf } from './plain.ts'

/**
 * `soon`: whoever sets up the database is perhaps about to make it. `never`: it is a setting, which
 * this process will not see change.
 */
export type Trouble = { reason: string; heals: 'always' | 'soon' | 'never' }

const always = (reason: string): Trouble => ({ reason, heals: 'always' })
const soon = (reason: string): Trouble => ({ reason, heals: 'soon' })

const gone = always('the connection was lost')
const noAnswer = always('nothing answers at its address')
const troubles: Record<string, Trouble> = {
  ECONNREFUSED: always('the connection is refused: nothing listens at its address'),
  ENOENT: always('there is no socket at its path'),
  ENOTFOUND: always('the name of its host is not known'),
  EAI_AGAIN: always('the name of its host is not known'),
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ECONNRESET: gone,
  EPIPE: gone,
  '57P01': gone,
  '57P03': always('it is starting or stopping'),
  '53300': always('it has no connection left (max_connections)'),
  '28P01': soon('the user name or the password is wrong'),
  '28000': soon('the server does not let this login in (pg_hba.conf, or a role without LOGIN)'),
  '3D000': soon('the server has no database of this name'),
}
const byMessage: [RegExp, Trouble][] = [
  [
    /permission denied for database/,
    soon('the login may not connect to the database (grant connect)'),
  ],
  [/timeout expired|read timeout/, noAnswer],
  [/Connection terminated/, gone],
  [
    /does not support SSL/,
    { reason: 'the server does not speak TLS: take sslmode out of the address', heals: 'never' },
  ],
  [
    /certificate|self-signed/i,
    {
      reason: 'its certificate is not trusted: see sslmode and sslrootcert of the address',
      heals: 'never',
    },
  ],
]

/** Why there is no connection, if that is what the error is about. */
export function databaseTrouble(error: unknown): Trouble | undefined {
  const one = error instanceof AggregateError ? error.errors[0] : error
  const { code = '' } = (one ?? {}) as { code?: string }
  const message = messageOf(one)
  return troubles[code] ?? byMessage.find(([pattern]) => pattern.test(message))?.[1]
}
