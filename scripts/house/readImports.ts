/** Reads what a file imports, in whatever form. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type NewExpression, Visitor } from 'oxc-parser'
import { isTest, loadsByName } from './floors.ts'
import { hole, parse, statementsOf, textOf } from './text.ts'

/** `to` is a file of ours, or a package's name. */
export type Import = { from: string; to: string }
/**
 * `static` leaves out what loads later, which cannot make a cycle of files. `refused` are forms of
 * which nobody can tell what they import.
 */
export type Imports = { all: Import[]; static: Import[]; refused: string[] }

/**
 * Forms that only the syntax tree shows: `require`, `import(…)`, `import.meta`, `export {} from`.
 */
const needsTree = /\brequire\b|\bimport\b\s*[^\s\w{*'"]|\bexport\b\s*(?:type\s*)?(?:\/|\{\s*[/}])/

export function readImports(file: string, text: string): Imports {
  const toImport = (specifier: string) => ({ from: file, to: resolve(file, specifier) })
  if (!needsTree.test(text)) {
    const all = statementsOf(file, text).map(toImport)
    return { all, static: all, refused: [] }
  }
  const statics: string[] = []
  const lazy: string[] = []
  const refused: string[] = []
  const refuse = (form: string) =>
    isTest(file) ||
    loadsByName.includes(file) ||
    refused.push(`${file}: ${form} is not used: the checks of the house cannot follow it`)
  const named = ({ source }: { source: { value: string } | null }) =>
    void (source && statics.push(source.value))
  new Visitor({
    ImportDeclaration: named,
    ExportNamedDeclaration: named,
    ExportAllDeclaration: named,
    TSImportType: named,
    ImportExpression({ source }) {
      const specifier = textOf(source)
      if (specifier === undefined || specifier.includes(hole))
        refuse('an import() of what is not a plain text')
      else lazy.push(specifier)
    },
    NewExpression(node) {
      const specifier = moduleUrl(node, text)
      if (specifier) lazy.push(specifier)
    },
    TSExternalModuleReference: () => refuse('import x = require()'),
    CallExpression({ callee: { start, end } }) {
      const called = text.slice(start, end)
      if (called === 'require' || called === 'import.meta.glob') refuse(`${called}()`)
    },
  }).visit(parse(file, text))
  return { all: [...statics, ...lazy].map(toImport), static: statics.map(toImport), refused }
}

/** `new URL('./worker.ts', import.meta.url)` names a module of ours that something will run. */
function moduleUrl(
  { callee, arguments: [first, base] }: NewExpression,
  text: string,
): string | undefined {
  const isUrl =
    text.slice(callee.start, callee.end) === 'URL' &&
    base &&
    text.slice(base.start, base.end) === 'import.meta.url'
  const specifier = isUrl ? textOf(first) : undefined
  return specifier && /\.tsx?$/.test(specifier) ? specifier : undefined
}

function resolve(file: string, specifier: string): string {
  const own = /^@paydesk\/([^/]+)\/(.+)$/.exec(specifier)
  if (own)
    return `${existsSync(`packages/${own[1]}`) ? 'packages' : 'apps'}/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
}
