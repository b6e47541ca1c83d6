import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staleFiles, writeFiles } from './schemaFiles.ts'

const files = new Map([
  ['schema.sql', 'table bill'],
  ['functions/new_id.sql', 'create function new_id'],
])
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'schema-'))
  writeFiles(root, files, 'functions')
})
afterEach(() => rmSync(root, { recursive: true }))

const stale = () => staleFiles(root, files, 'functions')

test('what was just written is not stale', () => expect(stale()).toEqual([]))

test('a changed file is noticed', () => {
  writeFileSync(join(root, 'functions/new_id.sql'), 'create function new_id -- by hand')
  expect(stale()).toEqual(['functions/new_id.sql is not what the migrations make'])
})

test('a missing file is noticed', () => {
  rmSync(join(root, 'schema.sql'))
  expect(stale()).toEqual(['schema.sql is not what the migrations make'])
})

test('a file too many is noticed, and gone after the next writing', () => {
  writeFileSync(join(root, 'functions/old.sql'), 'create function old')
  expect(stale()).toEqual(['functions/old.sql is of no function that the migrations make'])
  writeFiles(root, files, 'functions')
  expect(readdirSync(join(root, 'functions'))).toEqual(['new_id.sql'])
  expect(readFileSync(join(root, 'schema.sql'), 'utf8')).toBe('table bill')
})
