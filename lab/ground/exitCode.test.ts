import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const moduleUrl = (file: string) => new URL(file, import.meta.url).href

/** Runs a program that has started a private PostgreSQL as `server` in `folder`. */
function runWithServer(program: string) {
  const folder = join(import.meta.dirname, `../../.tmp/exit-code-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const start = `
    const postgres = await import('${moduleUrl('./postgres.ts')}')
    const folder = '${folder}'
    const server = await postgres.startPrivatePostgres(folder, { keep: false })`
  try {
    const args = ['--input-type=module', '-e', start + program]
    return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a program that fails after its PostgreSQL has stopped ends with its own exit code', () => {
  const { status, stderr } = runWithServer(`
    await server.stop()
    process.exitCode = 3`)
  expect(status, stderr).toBe(3)
})

test('SIGTERM leaves PostgreSQL running until everything before it has ended', () => {
  const { status, stdout, stderr } = runWithServer(`
    const { default: pg } = await import('pg')
    const { Processes } = await import('${moduleUrl('./processes.ts')}')
    postgres.disableEmbeddedSignalHandlers()
    const processes = new Processes()
    processes.atEnd(() => server.stop())
    processes.atEnd(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const client = new pg.Client({ connectionString: server.ownerUrl('postgres') })
      await client.connect()
      await client.end()
      console.log('PostgreSQL answered')
    })
    process.kill(process.pid, 'SIGTERM')`)
  expect(stdout, stderr).toContain('PostgreSQL answered')
  expect(status, stderr).toBe(0)
})

test('stop returns if the server has already ended', () => {
  const { status, stderr } = runWithServer(`
    const { existsSync, readFileSync } = await import('node:fs')
    const pidFile = folder + '/data/postmaster.pid'
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGINT')
    while (existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 50))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await server.stop()
    process.exitCode = 4`)
  expect(status, stderr).toBe(4)
})
