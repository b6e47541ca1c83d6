import { writeSync } from 'node:fs'

/**
 * What a command was asked for goes to standard output, so that it can be piped; everything said
 * about it goes to standard error.
 */
export const print = (line: string) => void writeSync(1, `${line}\n`)
export const note = (line: string) => void writeSync(2, `${line}\n`)
