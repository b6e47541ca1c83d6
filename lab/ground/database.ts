import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { allJobs } from '../../apps/api/src/jobs.ts'
import { migrate } from '../../apps/api/src/lib/migrate.ts'

/**
 * Brings a database up to date as its owner and returns the address with which API and worker log
 * in.
 * It is for development and tests: in production the operator makes the login and grants it
 * paydesk_app (docs/operations.md).
 */
export async function prepareDatabase(
  ownerUrl: string,
): Promise<{ runtimeUrl: string; applied: string[] }> {
  const applied = await migrate(ownerUrl, allJobs)
  return { runtimeUrl: await runtimeLogin(ownerUrl), applied }
}

export async function runtimeLogin(ownerUrl: string): Promise<string> {
  const password = randomBytes(18).toString('base64url')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`alter role paydesk_app login password '${password}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  url.username = 'paydesk_app'
  url.password = password
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, clause = '') {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name} ${clause}`)
  } finally {
    await client.end()
  }
}
