import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a program that fails after its PostgreSQL has stopped ends with its own exit code', () => {
  const module = new URL('./postgres.ts', import.meta.url).href
  const folder = join(import.meta.dirname, `../../.tmp/exit-code-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const program = `
    const { startPrivatePostgres } = await import('${module}')
    const server = await startPrivatePostgres('${folder}', { keep: false })
    await server.stop()
    process.exitCode = 3`
  try {
    const args = ['--input-type=module', '-e', program]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(status, stderr).toBe(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
