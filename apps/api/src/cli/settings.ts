import { accessSync, constants } from 'node:fs'

/**
 * Where an installation on a machine keeps its settings. Units hand them to the processes; whoever types a command has them in no environment, so
 * the command reads the files itself. What the environment says comes first. Only root can read the owner's.
 */
export function readSettingsFiles(folder = process.env.PAYDESK_SETTINGS || '/etc/paydesk') {
  for (const name of ['paydesk.env', 'owner.env']) if (isReadable(`${folder}/${name}`)) process.loadEnvFile(`${folder}/${name}`)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
