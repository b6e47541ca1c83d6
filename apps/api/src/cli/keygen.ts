import { newMasterKey } from '../lib/secret.ts'
import { wrongUsage } from '../lib/startup/plain.ts'
import { print } from './output.ts'

/** The day makes an id that tells the newer of two keys. */
const today = () => new Date().toISOString().slice(0, 10)

export async function run([id = today(), ...more]: string[]): Promise<number> {
  if (more.length > 0 || !/^[\w-]{1,40}$/.test(id))
    throw wrongUsage('keygen takes one id of at most 40 letters, digits, _ and -')
  print(newMasterKey(id))
  return 0
}
