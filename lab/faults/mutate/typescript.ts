/** Operators on the syntax tree of a TypeScript file, and on the SQL in its templates. */
import { parseSync } from 'oxc-parser'
import { type Change, type Mutant, type Site, withMutant } from './mutant.ts'
import { hole, sqlChanges } from './sql.ts'

/** A node of oxc's tree, as far as a walk over all of them needs to know it. */
type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A node with its ancestors, nearest first. */
type Visit = { node: Node; ancestors: Node[]; text: string }

/**
 * All mutants of a file, in the order of their places. A mutant that does not parse is left out.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = new Map<string, Mutant>()
  walk(program as unknown as Node, [], (node, ancestors) => {
    for (const change of changesOf({ node, ancestors, text })) {
      const { start, end, replacement } = change
      const original = text.slice(start, end)
      if (original === replacement) continue
      found.set(`${start} ${end} ${replacement}`, {
        ...change,
        file,
        line: text.slice(0, start).split('\n').length,
        original,
        site: siteOf(node, ancestors),
      })
    }
  })
  return [...found.values()]
    .filter((mutant) => parseSync(file, withMutant(text, mutant)).errors.length === 0)
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * These have values inside; every other TS node is a type, which is not there when the code runs.
 */
const withValues = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function walk(node: Node, ancestors: Node[], visit: (node: Node, ancestors: Node[]) => void) {
  if (node.type.startsWith('TS') && !withValues.has(node.type)) return
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
  visit(node, ancestors)
  const inside = [node, ...ancestors]
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk(child, inside, visit)
  }
}

function changesOf(visit: Visit): Change[] {
  switch (visit.node.type) {
    case 'BinaryExpression':
      return binary(visit)
    case 'LogicalExpression':
      return logical(visit)
    case 'UnaryExpression':
      return unary(visit)
    case 'IfStatement':
      return ifStatement(visit)
    case 'ConditionalExpression':
      return negated(visit)
    case 'ExpressionStatement':
      return statement(visit)
    case 'AssignmentExpression':
      return assignment(visit)
    case 'Literal':
      return literal(visit)
    case 'VariableDeclarator':
      return constant(visit)
    case 'ArrayExpression':
      return elements(visit)
    case 'SpreadElement':
      return spread(visit)
    case 'MemberExpression':
      return optional(visit)
    case 'CallExpression':
      return [...optional(visit), ...call(visit)]
    case 'TaggedTemplateExpression':
      return sqlTemplate(visit)
    default:
      return []
  }
}

const child = (node: Node, key: string) => node[key] as Node
const sourceOf = (node: Node, text: string) => text.slice(node.start, node.end)
const whole = ({ start, end }: Node) => ({ start, end })

const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const opposites: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const arithmetic: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }

/** The operator stands between two operands, where only comments and parentheses may be besides. */
function operatorPlace(node: Node, text: string) {
  const operator = String(node.operator)
  const from = child(node, 'left').end
  const start = from + text.slice(from, child(node, 'right').start).indexOf(operator)
  return { start, end: start + operator.length }
}

function binary({ node, text }: Visit): Change[] {
  const operator = String(node.operator)
  const place = operatorPlace(node, text)
  const changes: Change[] = []
  const boundary = boundaries[operator]
  if (boundary && !isOfEmptiness(node, text))
    changes.push({ ...place, operator: 'boundary', replacement: boundary })
  const opposite = opposites[operator]
  if (opposite) changes.push({ ...place, operator: 'comparison', replacement: opposite })
  const other = arithmetic[operator]
  if (other && !joinsText(node, text))
    changes.push({ ...place, operator: 'arithmetic', replacement: other })
  return changes
}

/**
 * `list.length > 0`: nothing is shorter than an empty list, and most work on nothing does nothing.
 */
const isOfEmptiness = (node: Node, text: string) =>
  /\.(length|size)$/.test(sourceOf(child(node, 'left'), text)) && child(node, 'right').value === 0

/** `+` between texts has no opposite. */
function joinsText(node: Node, text: string): boolean {
  if (node.operator !== '+') return false
  return [child(node, 'left'), child(node, 'right')].some(
    (side) =>
      side.type === 'TemplateLiteral' ||
      (side.type === 'Literal' && typeof side.value === 'string') ||
      (side.type === 'BinaryExpression' && joinsText(side, text)),
  )
}

function logical({ node, text }: Visit): Change[] {
  const left = sourceOf(child(node, 'left'), text)
  const right = sourceOf(child(node, 'right'), text)
  if (node.operator === '??')
    return isElement(child(node, 'left'))
      ? []
      : [{ ...whole(node), operator: 'fallback', replacement: left }]
  return [left, right].map((replacement) => ({ ...whole(node), operator: 'operand', replacement }))
}

/**
 * `list[index] ?? …` and `list[index]?.…` are written for the compiler, which does not know that
 * the element is there.
 */
const isElement = (node: Node): boolean =>
  node.type === 'ChainExpression'
    ? isElement(child(node, 'expression'))
    : node.type === 'MemberExpression' && node.computed === true

function unary({ node, text }: Visit): Change[] {
  const inside = child(node, 'argument')
  if (node.operator === '!')
    return [{ ...whole(node), operator: 'negation', replacement: sourceOf(inside, text) }]
  if (node.operator === '-' && inside.type !== 'Literal')
    return [{ ...whole(node), operator: 'arithmetic', replacement: sourceOf(inside, text) }]
  return []
}

const exits = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])

function ifStatement(visit: Visit): Change[] {
  const { node } = visit
  const consequent = child(node, 'consequent')
  const body =
    consequent.type === 'BlockStatement' ? (consequent.body as Node[]).at(-1) : consequent
  const isGuard = !node.alternate && body && exits.has(body.type)
  if (isGuard && isShortcut(visit, body)) return []
  return isGuard ? [{ ...whole(node), operator: 'guard', replacement: ';' }] : negated(visit)
}

/**
 * `if (ids.length === 0) return []`: the work on nothing, which follows, gives the same. Turned
 * round it is noticed.
 */
const isShortcut = ({ node, text }: Visit, exit: Node) =>
  /\.(length|size) === 0$/.test(sourceOf(child(node, 'test'), text)) &&
  /^return( \[\])?$/.test(sourceOf(exit, text))

/** Comparisons, `&&`, `||` and `!` have operators of their own. */
function negated({ node, text }: Visit): Change[] {
  const test = child(node, 'test')
  const changesItself =
    test.type === 'LogicalExpression' ||
    (test.type === 'UnaryExpression' && test.operator === '!') ||
    (test.type === 'BinaryExpression' && opposites[String(test.operator)] !== undefined)
  if (changesItself) return []
  return [{ ...whole(test), operator: 'negation', replacement: `!(${sourceOf(test, text)})` }]
}

/** Logging and timers: mutants of them break no rule. */
const unruly = /^(await )?((\w+\.)*log(ger)?\.(trace|debug|info|warn|error)|console\.\w+)\(/

function statement({ node, ancestors, text }: Visit): Change[] {
  const expression = child(node, 'expression')
  if (typeof node.directive === 'string' || unruly.test(sourceOf(node, text))) return []
  if (expression.type === 'CallExpression' && child(expression, 'callee').type === 'Super')
    return []
  const parent = ancestors[0]?.type
  // `for` headers and arrow bodies hold no statements; everything that does may hold an empty one.
  return parent === undefined ? [] : [{ ...whole(node), operator: 'statement', replacement: ';' }]
}

const assignments: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '??=': '=' }

function assignment({ node, text }: Visit): Change[] {
  const right = child(node, 'right')
  const replacement = assignments[String(node.operator)]
  const isText = right.type === 'TemplateLiteral' || typeof right.value === 'string'
  if (!replacement || (isText && node.operator === '+=')) return []
  return [{ ...operatorPlace(node, text), operator: 'arithmetic', replacement }]
}

function literal({ node, ancestors, text }: Visit): Change[] {
  const parent = ancestors[0] as Node
  if (typeof node.value === 'boolean')
    return [{ ...whole(node), operator: 'constant', replacement: String(!node.value) }]
  // Arithmetic with a number: one more.
  const isNumber = typeof node.value === 'number'
  if (isNumber && parent.type === 'BinaryExpression' && arithmetic[String(parent.operator)])
    return [{ ...whole(node), operator: 'constant', replacement: `${Number(node.value) + 1}` }]
  // A comparison that Kysely is given as text: where('a', '<', b).
  const isCompared = parent.type === 'CallExpression' && (parent.arguments as Node[])[1] === node
  const boundary = isCompared ? boundaries[String(node.value)] : undefined
  const quote = text[node.start]
  return boundary
    ? [{ ...whole(node), operator: 'boundary', replacement: `${quote}${boundary}${quote}` }]
    : []
}

/** A constant of the module becomes ten times as large: a limit, a tolerance, a time. */
function constant({ node, ancestors, text }: Visit): Change[] {
  const value = node.init as Node | null
  const isOfModule = ancestors.every(({ type }) =>
    ['VariableDeclaration', 'ExportNamedDeclaration', 'Program'].includes(type),
  )
  const isNumber = typeof value?.value === 'number' || typeof value?.value === 'bigint'
  if (!value || !isOfModule || !isNumber) return []
  const isZero = Number(value.value) === 0
  const replacement = isZero
    ? '1'
    : `(10${text[value.end - 1] === 'n' ? 'n' : ''} * ${sourceOf(value, text)})`
  return [{ ...whole(value), operator: 'constant', replacement }]
}

/** A list of texts loses one of them. */
function elements({ node }: Visit): Change[] {
  const all = node.elements as (Node | null)[]
  if (all.length < 2 || !all.every((one) => one && typeof one.value === 'string')) return []
  const list = all as Node[]
  return list.map((one, n): Change => {
    const next = list[n + 1]
    const before = list[n - 1]
    return {
      start: next ? one.start : (before as Node).end,
      end: next ? next.start : one.end,
      operator: 'element',
      replacement: '',
    }
  })
}

/** `{ ...changed }` loses what is spread into it. A conditional spread has operators of its own. */
function spread({ node, ancestors }: Visit): Change[] {
  const argument = child(node, 'argument')
  const isPlain = argument.type === 'Identifier' || argument.type === 'MemberExpression'
  if (ancestors[0]?.type !== 'ObjectExpression' || !isPlain) return []
  return [{ ...whole(argument), operator: 'element', replacement: '{}' }]
}

function optional({ node, text }: Visit): Change[] {
  const receiver = child(node, node.type === 'CallExpression' ? 'callee' : 'object')
  if (node.optional !== true || isElement(receiver)) return []
  const start = receiver.end + text.slice(receiver.end, node.end).indexOf('?.')
  const isName = node.type === 'MemberExpression' && !node.computed
  return [{ start, end: start + 2, operator: 'fallback', replacement: isName ? '.' : '' }]
}

const swappedCalls: Record<string, string> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
}
/** Without these calls their receiver goes on as it was. */
const removedCalls = new Set(
  `filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase replace replaceAll
   where having forUpdate forNoKeyUpdate skipLocked distinct refine superRefine check min max int positive nonnegative
   nonempty strict`.split(/\s+/),
)

function call({ node, text }: Visit): Change[] {
  const callee = child(node, 'callee')
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const object = child(callee, 'object')
  const property = child(callee, 'property')
  const name = String(property.name)
  const isMath = sourceOf(object, text) === 'Math'
  const swap = isMath || name === 'some' || name === 'every' ? swappedCalls[name] : undefined
  if (swap) return [{ ...whole(property), operator: 'call', replacement: swap }]
  const isStatic = /^[A-Z]\w*$|^z$/.test(sourceOf(object, text))
  if (!removedCalls.has(name) || isStatic || isOfCompany(node, text)) return []
  return [{ ...whole(node), operator: 'call', replacement: sourceOf(object, text) }]
}

/** Row-level security says the same again, as in SQL. */
const isOfCompany = (node: Node, text: string) => {
  const [column, operator] = node.arguments as Node[]
  return (
    !!column &&
    /company_id'$/.test(sourceOf(column, text)) &&
    !!operator &&
    sourceOf(operator, text) === `'='`
  )
}

function sqlTemplate({ node, text }: Visit): Change[] {
  const tag = sourceOf(child(node, 'tag'), text)
  if (tag !== 'sql' && !tag.endsWith('.sql')) return []
  const quasis = child(node, 'quasi').quasis as Node[]
  // The place of a quasi includes what delimits it: ` or } before, ` or ${ behind.
  const from = (quasis[0]?.start ?? 0) + 1
  let masked = ''
  for (const [n, { start, end }] of quasis.entries()) {
    const next = quasis[n + 1]
    masked += text.slice(start + 1, next ? end - 2 : end - 1)
    if (next) masked += hole.repeat(next.start + 1 - (end - 2))
  }
  return sqlChanges(masked).map((change) => {
    const start = from + change.start
    const end = from + change.end
    // What is kept of the original may hold `${…}`.
    const replacement = change.replacement.includes(hole)
      ? unmasked(change.replacement, masked.slice(change.start, change.end), text.slice(start, end))
      : change.replacement
    return { ...change, start, end, replacement }
  })
}

function unmasked(replacement: string, masked: string, original: string): string {
  const inside = replacement.slice(1, -1)
  const at = masked.indexOf(inside)
  return `(${original.slice(at, at + inside.length)})`
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const blocks = new Set(['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase'])

/** Where one can write down that the changed code was reached. */
function siteOf(node: Node, ancestors: Node[]): Site {
  const all = [node, ...ancestors]
  const atLoad = !all.slice(1).some(({ type }) => functions.has(type))
  // From the inside: the first statement, or the first expression that may stand in parentheses
  // anywhere.
  for (const [n, one] of all.entries()) {
    const parent = all[n + 1]
    if (/Statement$|^VariableDeclaration$/.test(one.type) && parent && !isForHead(one, parent)) {
      const kind = blocks.has(parent.type) ? 'statement' : 'branch'
      return { kind, start: one.start, end: one.end, atLoad }
    }
    if (isOwnExpression(one, parent))
      return { kind: 'expression', start: one.start, end: one.end, atLoad }
  }
  return { kind: 'statement', start: node.start, end: node.end, atLoad: true }
}

const isForHead = (node: Node, parent: Node) => parent.init === node || parent.left === node

/**
 * Wraps the operand of a condition, the body of an arrow function and arguments; everything else is
 * known by its statement.
 */
function isOwnExpression(node: Node, parent: Node | undefined): boolean {
  if (!parent || node.type === 'SpreadElement') return false
  if (parent.type === 'ArrowFunctionExpression')
    return parent.body === node && node.type !== 'BlockStatement'
  if (parent.type === 'LogicalExpression') return parent.right === node
  if (parent.type === 'ConditionalExpression') return parent.test !== node
  return false
}
