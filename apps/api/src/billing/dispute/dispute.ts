// What other features may use of this one.
export { findDisputes } from './find.ts'
export { syncDisputes } from './look.ts'
export { disputeSubject } from './perform.ts'
export { remindDisputes } from './remind.ts'
export { type DisputesRead, readDisputes } from './sync.ts'
export { needsAnswer } from './waiting.ts'
export { writeDispute } from './write.ts'
