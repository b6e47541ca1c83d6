import { type ParseArgsConfig, parseArgs } from 'node:util'
import { wrongUsage } from '../lib/startup/plain.ts'

/** `--wait`, of whichever command. */
export function secondsOf(command: string, text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 0)
    throw wrongUsage(`${command} --wait takes a number of seconds`)
  return seconds
}

/** `parseArgs` whose complaints are plain ends with the exit code of wrong usage. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw wrongUsage(
      `${(error as Error).message.split('. ')[0]}. \`paydesk help\` lists the options.`,
    )
  }
}
