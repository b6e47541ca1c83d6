/**
 * `npm run ledger:verify`, `npm run audit:verify`: what `paydesk verify` does, in development with
 * the private database of `npm run dev`. That needs packages which an installation does not have,
 * so they are loaded only where no other database is given.
 */
import { verify } from '../apps/api/src/cli/verify.ts'
import { givenSettings } from '../apps/api/src/lib/startup/environment.ts'
import { endPlainly } from '../apps/api/src/lib/startup/plain.ts'

const args = process.argv.slice(2)
const { DATABASE_OWNER_URL: given } = givenSettings(process.env, ['DATABASE_OWNER_URL']).values
const verified = given
  ? verify(args, given)
  : import('../lab/ground/owner.ts').then(({ withOwner }) => withOwner((url) => verify(args, url)))
process.exit(await verified.catch(endPlainly))
