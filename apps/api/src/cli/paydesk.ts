/**
 * `bin/paydesk <command>`: what an operator does with an installation. Each command is a file of
 * its own and loaded when it is called.
 */
import { endPlainly, exitCodes, PlainEnd } from '../lib/startup/plain.ts'
import { databaseTrouble } from '../lib/startup/trouble.ts'
import { readVersion, versionText } from '../lib/version.ts'
import { note, print } from './output.ts'
import { readSettingsFiles } from './settings.ts'

/** `run` returns the exit code, or nothing if the process goes on. */
type Command = {
  options?: string
  what: string
  run: (args: string[]) => Promise<number | undefined>
}

const goesOn = () => undefined
const said = (text: string) => {
  print(text)
  return 0
}

const commands: Record<string, Command> = {
  api: { what: 'serves the API and the console', run: () => import('../http.ts').then(goesOn) },
  worker: { what: 'does the background work', run: () => import('../worker.ts').then(goesOn) },
  migrate: {
    options: '[--wait 60] [--login]',
    what:
      'brings the database up to date; waits so many seconds for it and for its locks ' +
      '(DATABASE_OWNER_URL); also makes the login of DATABASE_URL',
    run: async (args) => (await import('./migrate.ts')).run(args),
  },
  bootstrap: {
    options: '[--company … --code … --country … --timezone … --username …] [--again]',
    what: 'makes the first company and its super admin; asks for what is not given (DATABASE_URL, PAYDESK_PASSWORD)',
    run: async (args) => (await import('./bootstrap.ts')).run(args),
  },
  keygen: {
    options: '[id]',
    what: 'prints a new entry for PAYDESK_MASTER_KEYS',
    run: async (args) => (await import('./keygen.ts')).run(args),
  },
  'check-config': {
    options: '[--for api|worker|migrate]',
    what: 'says everything that is wrong with the settings, without starting anything',
    run: async (args) => (await import('./checkConfig.ts')).run(args),
  },
  doctor: {
    options: '[--json]',
    what: 'looks at everything that an installation needs, and says what to do (DATABASE_URL, and DATABASE_OWNER_URL to see more)',
    run: async (args) => (await import('./doctor.ts')).run(args),
  },
  ready: {
    options: '[--wait 0]',
    what: 'asks the process that is watched at WATCH_PORT whether it is ready, and waits so many seconds for it',
    run: async (args) => (await import('./ready.ts')).run(args),
  },
  verify: {
    options: 'ledger [--ask] | audit [--heads log]',
    what: 'proves the books, or recomputes the audit chain (DATABASE_OWNER_URL)',
    run: async (args) => (await import('./verify.ts')).run(args),
  },
  quarantine: {
    options:
      'on --restored-to <time> [--why …] | status | compare | seen --reason … [--kind …] | off [--by …]',
    what: 'after a restore from a backup: nothing goes out until what PayPal did meanwhile was compared (docs/operations.md)',
    run: async (args) => (await import('./quarantine.ts')).run(args),
  },
  redrive: {
    what: 'puts jobs that failed every time back into their queues (DATABASE_URL)',
    run: async (args) => (await import('./redrive.ts')).run(args),
  },
  'rotate-keys': {
    what: 'wraps every company’s key with the first of PAYDESK_MASTER_KEYS (DATABASE_OWNER_URL)',
    run: async (args) => (await import('./rotateKeys.ts')).run(args),
  },
  version: { what: 'prints release and commit', run: async () => said(versionText(readVersion())) },
  help: { what: 'prints this', run: async () => said(help()) },
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { options = '', what }]) => `  ${`${name} ${options}`.trim()}\n      ${what}`,
  )
  return [
    'paydesk <command>',
    '',
    ...lines,
    '',
    'Settings are environment variables, or lines of /etc/paydesk/paydesk.env and owner.env (PAYDESK_SETTINGS names another folder).',
    'Each may be given as NAME_FILE with the path of a file that holds its value.',
    `Exit codes: 0 well, ${exitCodes.faults} faults found, ${exitCodes.usage} wrong usage, ` +
      `${exitCodes.unreachable} not reachable, ${exitCodes.configuration} wrong configuration.`,
  ].join('\n')
}

/**
 * A database that cannot be reached is not a fault of the program: say why, in its own exit code.
 */
function inPlainWords(error: unknown): unknown {
  const trouble = error instanceof PlainEnd ? undefined : databaseTrouble(error)
  if (!trouble) return error
  const code = trouble.heals === 'always' ? exitCodes.unreachable : exitCodes.configuration
  return new PlainEnd([`The database cannot be used: ${trouble.reason}`], code, { cause: error })
}

const [given = '', ...args] = process.argv.slice(2)
const name =
  given === '--help' || given === '-h' ? 'help' : given === '--version' ? 'version' : given
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) {
  readSettingsFiles()
  const code = await command.run(args).catch((error) => endPlainly(inPlainWords(error)))
  if (code !== undefined) process.exit(code)
} else {
  note(
    name
      ? `paydesk: there is no command ${name}. Commands: ${Object.keys(commands).join(', ')}`
      : help(),
  )
  process.exit(exitCodes.usage)
}
