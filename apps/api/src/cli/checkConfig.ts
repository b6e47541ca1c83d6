import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, readSettings, warningsFor } from '../lib/config.ts'
import { wrongUsage } from '../lib/startup/plain.ts'
import { readOptions } from './options.ts'
import { note, print } from './output.ts'

const targets = ['api', 'worker', 'migrate']

/**
 * Reads the settings as the process would. Faults are thrown, all at once; warnings are said
 * and change nothing.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = readOptions({ args, options: { for: { type: 'string', default: 'api' } } })
  if (!targets.includes(values.for))
    throw wrongUsage(`check-config --for takes ${targets.join(', ')}`)
  if (values.for === 'migrate') readSettings(process.env, ['DATABASE_OWNER_URL'])
  else {
    const config = readConfig(process.env)
    const notBuilt = values.for === 'api' && !existsSync(join(config.consoleDir, 'index.html'))
    for (const warning of [
      ...warningsFor(config),
      ...(notBuilt ? ['CONSOLE_DIR holds no built console: run `npm run build`'] : []),
    ])
      note(`Warning: ${warning}`)
  }
  print(`The configuration for ${values.for} is complete.`)
  return 0
}
