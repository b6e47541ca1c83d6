import pg from 'pg'
import { createDatabase } from './database.ts'
import { isTravelling } from './travel.ts'

/** What was committed may be lost with the power, and nothing else: this is development. */
export const privateSettings = ['synchronous_commit=off']

/**
 * The database of development on the given server. One whose history was interrupted is made anew:
 * its clock stands in the past.
 */
export async function devDatabase(serverUrl: (name: string) => string): Promise<string> {
  const name = 'paydesk'
  const there = await exists(serverUrl('postgres'), name)
  if (there && !(await isTravelling(serverUrl(name)))) return serverUrl(name)
  if (there) await drop(serverUrl('postgres'), name)
  await createDatabase(serverUrl('postgres'), name)
  return serverUrl(name)
}

export async function hasCompanies(ownerUrl: string): Promise<boolean> {
  const [row] = await ask<{ has: boolean }>(ownerUrl, 'select exists (select from company) as has')
  return row?.has ?? false
}

const exists = async (url: string, name: string) =>
  (await ask(url, `select from pg_database where datname = '${name}'`)).length > 0
const drop = (url: string, name: string) => ask(url, `drop database ${name} with (force)`)

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}
