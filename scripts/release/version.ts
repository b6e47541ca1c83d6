/**
 * `npm run version`: prints the release and commit as the user menu, the logs and
 * /api/health/live show them.
 * The build calls it with `--write`: an installation without .git reads the commit from the file.
 * If the build has no .git either, PAYDESK_COMMIT names the commit.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  commitFromGit,
  readVersion,
  versionFile,
  versionText,
} from '../../apps/api/src/lib/version.ts'

if (process.argv.includes('--write')) {
  const { version } = readVersion()
  const commit = commitFromGit() ?? (process.env.PAYDESK_COMMIT?.slice(0, 7) || null)
  mkdirSync(dirname(versionFile()), { recursive: true })
  writeFileSync(versionFile(), `${JSON.stringify({ version, commit })}\n`)
} else console.log(versionText(readVersion()))
