import { api, faultsOf } from '../fault.ts'

const lanes = 'apps/api/src/lib/lane.ts'
const quota = 'apps/api/src/office/message/quota.ts'

const lane = api('lib/lane')
const share = api('lib/share')
const invitation = api('people/invitation/invitation')

/** How much of a process one user and one company may use at once. */
export default faultsOf('share', [
  {
    id: 'share-always',
    file: lanes,
    from: 'const timer = always ? undefined : ',
    to: 'const timer = ',
    tests: lane,
  },
  {
    id: 'share-body',
    file: 'apps/api/src/lib/route.ts',
    from: 'if (endpoint.body !== Bytes) return',
    to: 'return',
    tests: share,
  },
  {
    id: 'share-quota-company',
    file: quota,
    from: 'await waitFor(db, asked, hourly.company)',
    to: '0',
    tests: invitation,
  },
])
