import pg from 'pg'
import { type Config, readConfig, warningsFor } from '../lib/config.ts'
import { givenSettings } from '../lib/startup/environment.ts'
import { exitCodes, messageOf, plainLines } from '../lib/startup/plain.ts'
import { databaseTrouble } from '../lib/startup/trouble.ts'
import { type Finding, fail, type Limits, ok, limits as usual, warn } from './doctor/finding.ts'
import { lookAtMachine } from './doctor/machine.ts'
import { lookOutside } from './doctor/outside.ts'
import { lookAtLogin, lookAtSchema } from './doctor/schema.ts'
import { lookAtServer } from './doctor/server.ts'
import { lookAtInstallation, lookAtJobs, lookAtKeys } from './doctor/work.ts'
import { readOptions } from './options.ts'
import { print } from './output.ts'

/**
 * Looks at everything that an installation needs, changes nothing, and says of each what was
 * found and what to do.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = readOptions({ args, options: { json: { type: 'boolean', default: false } } })
  const findings = await examine(process.env)
  if (values.json) print(JSON.stringify(findings))
  else
    for (const { state, check, found, todo } of findings)
      print(`${state.padEnd(4)}  ${check}: ${found}${todo ? ` → ${todo}` : ''}`)
  return findings.some(({ state }) => state === 'fail') ? exitCodes.faults : 0
}

export async function examine(
  environment: NodeJS.ProcessEnv,
  limits: Limits = usual,
): Promise<Finding[]> {
  const { config, findings } = configuration(environment)
  const { DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: ownerUrl } = givenSettings(environment, [
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
  ]).values
  const server = (client: pg.Client) => lookAtServer(client, config, limits)
  return [
    ...findings,
    ...lookAtMachine(config, limits),
    ...(await inDatabase('database', runtimeUrl, [
      lookAtLogin,
      lookAtSchema,
      ...(ownerUrl ? [] : [server]),
      (runtime) => lookAtInstallation(runtime, limits),
      (runtime) => lookAtJobs(runtime, limits),
      ...(config?.masterKeys
        ? [(runtime: pg.Client) => lookAtKeys(runtime, config.masterKeys)]
        : []),
    ])),
    ...(ownerUrl ? await inDatabase('database as owner', ownerUrl, [server]) : []),
    ...(config ? await lookOutside(config, limits) : []),
  ]
}

/** A configuration that is wrong is a finding like others: the rest can still be looked at. */
function configuration(environment: NodeJS.ProcessEnv): {
  config: Config | undefined
  findings: Finding[]
} {
  try {
    const config = readConfig(environment)
    const warnings = warningsFor(config).map((line) =>
      warn('configuration', line, 'see docs/operations.md'),
    )
    return { config, findings: warnings.length > 0 ? warnings : [ok('configuration', 'complete')] }
  } catch (error) {
    const lines = plainLines(error).map((line) => line.replace(/^Configuration: /, ''))
    return {
      config: undefined,
      findings: lines.map((line) => fail('configuration', line, 'see docs/operations.md')),
    }
  }
}

type Look = (client: pg.Client) => Promise<Finding[]>

/** A look that fails does not keep the others from what they find. */
async function inDatabase(
  check: string,
  url: string | undefined,
  looks: Look[],
): Promise<Finding[]> {
  if (!url) return [fail(check, 'not looked at', 'set DATABASE_URL')]
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paydesk-doctor',
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const trouble = databaseTrouble(error)
    return [
      fail(
        check,
        trouble?.reason ?? messageOf(error),
        'mend the address or the login, or start PostgreSQL',
      ),
    ]
  }
  const findings = [ok(check, 'can be reached')]
  for (const look of looks)
    findings.push(
      ...(await look(client).catch((error) => [
        fail(
          check,
          `a look at it failed: ${messageOf(error)}`,
          'mend what the other lines complain about, then look again',
        ),
      ])),
    )
  await client.end().catch(() => {})
  return findings
}
