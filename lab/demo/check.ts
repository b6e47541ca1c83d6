/**
 * `npm run demo:verify`: holds the demo's books, the proofs of its month ends, its audit chain and
 * what its screens say against each other, and says how many bills it has in which state. Fails if
 * they differ. Of which database: owner.ts.
 */
import { withOwner } from '../ground/owner.ts'
import { verifyDemo } from '../truth/books.ts'

const report = await withOwner(verifyDemo)
console.log(JSON.stringify(report))
process.exit(report.faults.length > 0 ? 1 : 0)
