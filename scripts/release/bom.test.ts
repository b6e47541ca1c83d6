import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bomOf, runningIn, writeBom } from './bom.ts'
import { type Lock, thirdParty } from './thirdParty.ts'

const lock: Lock & { version: string } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const bom = bomOf(lock)

test('the bill of materials is CycloneDX 1.5 of this version and has exactly what THIRD-PARTY.md lists', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'paydesk', version: lock.version } },
  })
  const listed = (thirdParty(lock).split('Facts and recordings')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!package)/.test(line))
  expect(bom.components.map(({ name, version }) => `| ${name} | ${version} |`).sort()).toEqual(
    listed.map((line) => line.split('|').slice(0, 3).join('|').concat('|')).sort(),
  )
  expect(runningIn(lock).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pg', 'zod', 'fastify', 'react']),
  )
})

test('each of its parts has an address of its own, a licence and, where the lock file has one, a hash', () => {
  expect(new Set(bom.components.map(({ purl }) => purl)).size).toBe(bom.components.length)
  for (const { purl, licenses, hashes } of bom.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
    expect(licenses).toHaveLength(1)
    for (const { content } of hashes || []) expect(content).toMatch(/^[0-9a-f]{128}$/)
  }
  expect(bom.components.filter(({ hashes }) => hashes).length).toBeGreaterThan(
    bom.components.length / 2,
  )
  expect(JSON.parse(JSON.stringify(bom))).toEqual(bom)
})

test('the file is named after the version and lies in the folder that was asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-bom-'))
  try {
    const file = writeBom('.', join(folder, 'release'))
    expect(file).toBe(join(folder, 'release', `paydesk-${lock.version}.cdx.json`))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(bom)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
