import { accessSync, constants, existsSync } from 'node:fs'
import { note } from './output.ts'

/**
 * Where an installation on a machine keeps its settings. Units hand them to the processes; whoever
 * types a command has them in no environment, so the command reads the files itself. What the
 * environment says comes first. Only root can read the owner's.
 */
export function readSettingsFiles(folder = process.env.PAYDESK_SETTINGS || '/etc/paydesk') {
  for (const name of ['paydesk.env', 'owner.env'])
    if (isReadable(`${folder}/${name}`)) process.loadEnvFile(`${folder}/${name}`)
  if (existsSync(folder) && !isReadable(`${folder}/paydesk.env`) && process.getuid?.() !== 0)
    note(`The settings in ${folder} cannot be read by this user: use sudo.`)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
