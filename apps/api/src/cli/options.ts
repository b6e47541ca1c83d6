import { type ParseArgsConfig, parseArgs } from 'node:util'
import { wrongUsage } from '../lib/startup/plain.ts'

/** `parseArgs` whose complaints are plain ends with the exit code of wrong usage. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw wrongUsage(`${(error as Error).message.split('. ')[0]}. \`paydesk help\` lists the options.`)
  }
}
