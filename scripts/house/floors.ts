/**
 * The map of the house. A folder imports from floors below its own; docs/architecture.md draws it.
 */

/**
 * The business floors, top first. The API, the contract, the console and the browser stories all
 * use these names.
 */
export const businessFloors = [
  'desk',
  'intake',
  'billing',
  'money',
  'paypal',
  'people',
  'office',
] as const

/**
 * Folders right under an app's `src`, top first. Entry points lie in `src` itself,
 * above all of them.
 */
export const floorsOf: Record<string, readonly string[]> = {
  // The command line lies above all floors, as the other entry points do, but has many files.
  'apps/api': ['cli', ...businessFloors, 'lib'],
  'packages/contract': [...businessFloors, 'lib'],
  'apps/console': ['app', ...businessFloors, 'shared', 'ui', 'lib'],
  'apps/paypal-sim': [
    'control',
    'sim',
    'conformance',
    'refund',
    'invoice',
    'dispute',
    'payment',
    'reporting',
    'webhook',
    'account',
    'http',
    'world',
    'record',
  ],
  // This package has no floors: its files lie in `src` itself, beside what PayPal's
  // specifications say.
  'packages/paypal': ['facts'],
}

/** Browser stories lie on the floor of what they are about; `app` is the shell around all of it. */
export const storyFloors: readonly string[] = ['app', ...businessFloors]

/**
 * The floors of the lab, top first: books against PayPal, the one way to start a Paydesk, who is in
 * it, and the machine below.
 */
export const labFloors: readonly string[] = ['truth', 'stack', 'world', 'ground']

/** What stands on the lab's floors. They are equals: none knows another. */
export const labEquals: readonly string[] = [
  'stories',
  'torture',
  'bench',
  'drill',
  'faults',
  'demo',
  'ops',
  'paypal',
]

/** The lab's floors that tests of apps and packages may use; the others start a whole Paydesk. */
export const labBelowTests: readonly string[] = ['world', 'ground']

/** Folders of `scripts`. What lies beside them is what people type. */
export const scriptRooms: readonly string[] = ['ci', 'hooks', 'house', 'release', 'schema']

/** Files that load a module by a name that is known only while they run; each with its reason. */
export const loadsByName: readonly string[] = [
  // A bench, or a torture, is named on the command line.
  'scripts/bench.ts',
  'scripts/torture.ts',
  // The list of faults is a folder.
  'lab/faults/faults.ts',
  // The parts of a release as it was, in a folder of its own.
  'lab/torture/deploy/release.ts',
]

/**
 * What each floor of the API is made of. A feature that is not here has no floor yet: the
 * check asks for one.
 */
export const features: Record<(typeof businessFloors)[number], readonly string[]> = {
  desk: ['home', 'search', 'rule', 'stream', 'problem', 'quarantine'],
  intake: ['event', 'reporting'],
  billing: [
    'customer',
    'bill',
    'billImport',
    'refund',
    'approval',
    'dispute',
    'reconciliation',
    'statement',
  ],
  money: ['ledger', 'transaction'],
  paypal: ['paypalAccount', 'operation'],
  people: [
    'company',
    'role',
    'permission',
    'companySetting',
    'notificationChoice',
    'notice',
    'securityEvent',
    'session',
    'secondFactor',
    'passkey',
    'identity',
    'user',
    'userAdmin',
    'limitChange',
    'email',
    'invitation',
    'account',
  ],
  office: ['audit', 'export', 'message', 'view', 'health', 'mailbox'],
}

/**
 * What the console's `ui` and `lib` import from upper floors of the contract. They know no
 * record otherwise.
 */
export const contractBelowFeatures: Record<string, readonly string[]> = {
  // Every table keeps views and columns.
  'ui/table': ['office/view'],
  'ui/workspace': ['office/view'],
  // Every call is made by somebody, in a company.
  'lib/api': ['people/login', 'people/company'],
  // One stream tells every page what has changed.
  'lib/live': ['desk/stream'],
  // The words of records that the API's files say too stand in the contract.
  'lib/texts': [
    'billing/billWords',
    'billing/disputeWords',
    'desk/ruleWords',
    'money/transactionWords',
    'office/auditWords',
    'paypal/accountWords',
    'people/problemWords',
    'people/securityWords',
  ],
}

/**
 * Files of the API that read the table of bills from below, and so must know its states; each
 * with its reason.
 */
export const readsBillsFromBelow: readonly string[] = [
  // A row is matched to a bill that can still be paid.
  'apps/api/src/money/transaction/match.ts',
  // A payment can be recorded on a bill that can still be paid.
  'apps/api/src/money/transaction/read.ts',
  // An account with open bills is not archived.
  'apps/api/src/paypal/paypalAccount/change.ts',
]

export const isTest = (file: string) => /\.test\.tsx?$|\/src\/test\//.test(file)

/**
 * Where a file lies: its app, its floor ('' for entry points) and its feature or room ('' for files
 * that lie on the floor itself).
 */
export type Place = { app: string; floor: string; feature: string }

export function placeOf(file: string): Place {
  const [, app = '', rest = ''] = /^((?:apps|packages)\/[^/]+)\/src\/(.+)$/.exec(file) ?? []
  const parts = rest.split('/').slice(0, -1)
  return { app, floor: parts[0] ?? '', feature: parts[1] ?? '' }
}
