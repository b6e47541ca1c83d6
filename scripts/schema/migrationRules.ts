/**
 * What a migration must not do to a database at work (decision 76): processes of the release before
 * go on beside it, so it adds and takes nothing away, and holds no lock for longer than an instant.
 * Statements are read with PostgreSQL's own parser.
 */
import {
  type AlterTableCmd,
  type AlterTableStmt,
  type Constraint,
  loadModule,
  type Node,
  parseSync,
} from 'libpg-query'
import { outsideMark } from '../../apps/api/src/lib/migrate.ts'

export type MigrationText = { name: string; sql: string }

/**
 * One row for each company, account, role or rule, or emptied all day: whatever is done to them
 * takes an instant. Every other table may be large.
 */
const smallTables = new Set([
  'account_sync',
  'audit_head',
  'balance_proof',
  'chat_bot',
  'company',
  'company_key',
  'company_setting',
  'event_look',
  'login_throttle',
  'notification_choice',
  'paypal_account',
  'paypal_account_allowance',
  'paypal_account_health',
  'paypal_account_limit',
  'paypal_address_allowance',
  'permission',
  'permission_group',
  'role',
  'role_permission',
  'rule',
  'schema_migration',
  'ticket',
])

await loadModule()

/** What the released migrations made: the release before uses it. */
type Before = { tables: Set<string>; functions: Set<string> }

/** Everything that is wrong with the migrations after the last release, one sentence each. */
export function migrationFaults(released: MigrationText[], added: MigrationText[]): string[] {
  const before = madeBy(released)
  const facts: Facts = { checks: new Map(), proven: new Set() }
  return added.flatMap(({ name, sql }) => {
    const statements = (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => stmt ?? [])
    const faults = [
      ...headFaults(sql),
      ...outsideFaults(sql, statements),
      ...statements.flatMap((stmt) => statementFaults(stmt, before, facts)),
      ...validatedTooSoon(statements, before),
    ]
    learn(facts, statements)
    return faults.map((fault) => `${name}: ${fault}`)
  })
}

function madeBy(released: MigrationText[]): Before {
  const before: Before = { tables: new Set(), functions: new Set() }
  for (const { stmt } of released.flatMap(({ sql }) => parseSync(sql).stmts ?? [])) {
    if (!stmt) continue
    if ('CreateStmt' in stmt) before.tables.add(stmt.CreateStmt.relation?.relname ?? '')
    if ('CreateFunctionStmt' in stmt)
      before.functions.add(lastName(stmt.CreateFunctionStmt.funcname))
    if ('DropStmt' in stmt)
      for (const object of stmt.DropStmt.objects ?? []) before.functions.delete(nameOf(object))
  }
  return before
}

const isLarge = (table: string, before: Before) =>
  before.tables.has(table) && !smallTables.has(table)

/** A reviewer must see what it locks without reading all of it. */
function headFaults(sql: string): string[] {
  const lines = sql.split('\n')
  const head = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  )
  return head.some((line) => /^-- locks: \S/.test(line))
    ? []
    : ['it does not begin with what it locks and for how long (-- locks: …)']
}

function outsideFaults(sql: string, statements: Node[]): string[] {
  const [only] = statements
  const concurrent = statements.some(
    (stmt) =>
      ('IndexStmt' in stmt && stmt.IndexStmt.concurrent) ||
      ('DropStmt' in stmt && stmt.DropStmt.concurrent),
  )
  if (!sql.startsWith(outsideMark))
    return concurrent ? [`"concurrently" needs "${outsideMark}" as its first line`] : []
  if (statements.length !== 1 || !only)
    return [
      'outside a transaction it may hold one statement only: nothing takes back the first when the second fails',
    ]
  if ('IndexStmt' in only) {
    const { concurrent: beside, if_not_exists } = only.IndexStmt
    return beside && if_not_exists
      ? []
      : ['it must be "create index concurrently if not exists", so that it can be begun anew']
  }
  return 'DropStmt' in only && only.DropStmt.concurrent && only.DropStmt.missing_ok
    ? []
    : ['it needs a transaction: only indexes are made or dropped outside']
}

function statementFaults(stmt: Node, before: Before, facts: Facts): string[] {
  if ('AlterTableStmt' in stmt) return alterFaults(stmt.AlterTableStmt, before, facts)
  if ('IndexStmt' in stmt) {
    const table = stmt.IndexStmt.relation?.relname ?? ''
    return isLarge(table, before) && !stmt.IndexStmt.concurrent
      ? [`an index on ${table} stops all its writers: make it concurrently`]
      : []
  }
  if ('RenameStmt' in stmt) {
    const table = stmt.RenameStmt.relation?.relname ?? ''
    const name = table || nameOf(stmt.RenameStmt.object)
    return before.tables.has(table) || before.functions.has(name)
      ? [`${name} is renamed, or a part of it, while the release before uses it`]
      : []
  }
  if ('DropStmt' in stmt) {
    const { removeType, objects } = stmt.DropStmt
    const gone = (objects ?? []).map(nameOf)
    const used =
      removeType === 'OBJECT_TABLE'
        ? before.tables
        : removeType === 'OBJECT_FUNCTION'
          ? before.functions
          : new Set<string>()
    return gone
      .filter((name) => used.has(name))
      .map((name) => `${name} is dropped while the release before uses it`)
  }
  if ('CreateStmt' in stmt) {
    const parents = stmt.CreateStmt.partbound ? (stmt.CreateStmt.inhRelations ?? []) : []
    return parents
      .map(relationOf)
      .filter((table) => before.tables.has(table))
      .map((table) => `"partition of" locks ${table} against everybody: attach it`)
  }
  if ('VacuumStmt' in stmt) return ['vacuum belongs to the operator and to autovacuum']
  if ('ClusterStmt' in stmt) return ['cluster rewrites a table under a lock']
  if ('ReindexStmt' in stmt) return ['reindex stops all writers of a table']
  if ('TruncateStmt' in stmt)
    return (stmt.TruncateStmt.relations ?? []).map((table) => `${relationOf(table)} is emptied`)
  if ('LockStmt' in stmt)
    return (stmt.LockStmt.relations ?? []).map(
      (table) => `${relationOf(table)} is locked until the end of the migration`,
    )
  if ('DoStmt' in stmt) return blockFaults(JSON.stringify(stmt.DoStmt), before)
  return changedBy(stmt)
    .filter((table) => isLarge(table, before))
    .map(
      (table) => `rows of ${table} are changed in one statement: do it in small batches, in a job`,
    )
}

function alterFaults(
  { relation, cmds, objtype }: AlterTableStmt,
  before: Before,
  facts: Facts,
): string[] {
  const table = relation?.relname ?? ''
  if (objtype !== 'OBJECT_TABLE' || !before.tables.has(table)) return []
  return (cmds ?? []).flatMap((cmd) =>
    'AlterTableCmd' in cmd
      ? commandFaults(table, cmd.AlterTableCmd, isLarge(table, before), facts)
      : [],
  )
}

const rewriting = new Set([
  'AT_SetLogged',
  'AT_SetUnLogged',
  'AT_SetTableSpace',
  'AT_SetAccessMethod',
  'AT_SetExpression',
  'AT_AddIdentity',
])

function commandFaults(
  table: string,
  { subtype, name, def }: AlterTableCmd,
  large: boolean,
  { proven }: Facts,
): string[] {
  const column = `${table}.${name ?? ''}`
  if (subtype === 'AT_DropColumn') return [`${column} is dropped while the release before uses it`]
  if (subtype === 'AT_AlterColumnType')
    return [`the type of ${column} is changed, which rewrites the table under a lock`]
  if (!large) return []
  if (subtype === 'AT_SetNotNull' && !proven.has(column))
    return [
      `${column} is set not null, which reads the whole table under a lock: validate a check of it first, in a migration before`,
    ]
  if (subtype && rewriting.has(subtype)) return [`${table} is rewritten under a lock`]
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
    return constraintFaults(table, def.Constraint)
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
    const { colname, constraints = [] } = def.ColumnDef
    return constraints.flatMap((one) =>
      'Constraint' in one ? columnFaults(`${table}.${colname}`, one.Constraint, constraints) : [],
    )
  }
  return []
}

function constraintFaults(
  table: string,
  { contype, conname, skip_validation, indexname }: Constraint,
): string[] {
  if ((contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') && indexname) return []
  if (
    (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_NOTNULL') &&
    skip_validation
  )
    return []
  const way =
    contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY'
      ? 'make its index concurrently and add it "using index"'
      : 'add it "not valid", validate it in a migration of its own'
  return [`the constraint ${conname ?? ''} of ${table} reads the whole table under a lock: ${way}`]
}

/**
 * A constant, and what is the same for a whole statement, is stored once beside the table; anything
 * else is computed for every row, in a new table.
 */
function columnFaults(column: string, { contype, raw_expr }: Constraint, all: Node[]): string[] {
  switch (contype) {
    case 'CONSTR_NULL':
      return []
    case 'CONSTR_NOTNULL':
      return all.some((one) => 'Constraint' in one && one.Constraint.contype === 'CONSTR_DEFAULT')
        ? []
        : [`${column} is not null and has no default: the release before does not fill it`]
    case 'CONSTR_DEFAULT':
      return callsIn(raw_expr).every((name) => name === 'now')
        ? []
        : [
            `the default of ${column} is computed for every row, which rewrites the table under a lock`,
          ]
    default:
      return [
        `${column} comes with a constraint or an expression, which reads or rewrites the whole table under a lock`,
      ]
  }
}

/**
 * `checks`: the column that a check of a table proves to be filled. `proven`: columns whose check
 * was validated: PostgreSQL then believes "not null" without a look.
 */
type Facts = { checks: Map<string, string>; proven: Set<string> }

function learn({ checks, proven }: Facts, statements: Node[]) {
  for (const { table, cmd } of commandsOf(statements)) {
    const { subtype, name, def } = cmd
    const column = checks.get(`${table} ${name}`)
    if (subtype === 'AT_ValidateConstraint' && column) proven.add(`${table}.${column}`)
    if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) continue
    const filled = filledColumn(def.Constraint.raw_expr)
    if (filled) checks.set(`${table} ${def.Constraint.conname}`, filled)
  }
}

const commandsOf = (statements: Node[]) =>
  statements.flatMap((stmt) => {
    if (!('AlterTableStmt' in stmt)) return []
    const table = stmt.AlterTableStmt.relation?.relname ?? ''
    return (stmt.AlterTableStmt.cmds ?? []).flatMap((cmd) =>
      'AlterTableCmd' in cmd ? [{ table, cmd: cmd.AlterTableCmd }] : [],
    )
  })

function filledColumn(expression: Node | undefined): string | undefined {
  if (
    !expression ||
    !('NullTest' in expression) ||
    expression.NullTest.nulltesttype !== 'IS_NOT_NULL'
  )
    return undefined
  const { arg } = expression.NullTest
  return arg && 'ColumnRef' in arg ? lastName(arg.ColumnRef.fields) : undefined
}

/**
 * Validating only disturbs nobody if nothing before it, in the same transaction, has
 * locked the table.
 */
function validatedTooSoon(statements: Node[], before: Before): string[] {
  const altered = new Set<string>()
  return commandsOf(statements).flatMap(({ table, cmd: { subtype, name } }) => {
    if (subtype !== 'AT_ValidateConstraint') altered.add(table)
    else if (altered.has(table) && isLarge(table, before))
      return [
        `${table} is read whole to validate ${name} while the same transaction locks it: validate it in a migration of its own`,
      ]
    return []
  })
}

/**
 * A block is a text to the parser. What it does to tables by name is found by words; what it hides
 * is found by running it (migrationLocks.ts).
 */
function blockFaults(text: string, before: Before): string[] {
  const doing =
    /\b(?:update|delete from|alter table|truncate|create index on) (?:only )?(?:public\.)?(\w+)/gi
  const tables = [...text.replace(/\\n|\s+/g, ' ').matchAll(doing)].map(
    ([, table]) => table as string,
  )
  return tables.filter((table) => isLarge(table, before)).map((table) => `a block changes ${table}`)
}

/** The tables whose rows a statement updates or deletes, wherever in it. */
function changedBy(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(changedBy)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const own =
      key === 'UpdateStmt' || key === 'DeleteStmt'
        ? [(value as { relation?: { relname?: string } }).relation?.relname ?? '']
        : []
    return [...own, ...changedBy(value)]
  })
}

function callsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'FuncCall' ? [lastName((value as { funcname?: Node[] }).funcname)] : []),
    ...callsIn(value),
  ])
}

function lastName(names: Node[] | undefined): string {
  const last = names?.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}
const relationOf = (node: Node) => ('RangeVar' in node ? (node.RangeVar.relname ?? '') : '')

function nameOf(object: Node | undefined): string {
  if (!object) return ''
  if ('List' in object) return lastName(object.List.items)
  return 'ObjectWithArgs' in object ? lastName(object.ObjectWithArgs.objname) : ''
}
