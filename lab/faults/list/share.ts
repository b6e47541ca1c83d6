import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/lib/share.ts'
const lanes = 'apps/api/src/lib/lane.ts'
const quota = 'apps/api/src/office/message/quota.ts'
const turns = 'apps/api/src/lib/web/turns.ts'
const turn = api('lib/web/turns')
const lane = api('lib/lane')
const share = api('lib/share')
const invitation = api('people/invitation/invitation')

/** How much of a process one user and one company may use at once. */
export default faultsOf('share', [
  {
    id: 'share-total',
    file: lanes,
    from: 'running.total < limits.total &&',
    to: 'running.total <= limits.total &&',
    tests: lane,
  },
  {
    id: 'share-company',
    file: lanes,
    from: 'running.of(company) < limits.company',
    to: 'running.of(company) <= limits.company',
    tests: lane,
  },
  {
    id: 'share-user',
    file: lanes,
    from: 'running.of(user) < limits.user',
    to: 'running.of(user) <= limits.user',
    tests: lane,
  },
  {
    id: 'share-waiting',
    file: lanes,
    from: '>= this.limits.waiting)',
    to: '> this.limits.waiting)',
    tests: lane,
  },
  {
    id: 'share-round',
    file: lanes,
    from: '        toTheEnd(this.queue, company)\n',
    to: '',
    tests: lane,
  },
  {
    id: 'share-round-user',
    file: lanes,
    from: '        toTheEnd(users, user)\n',
    to: '',
    tests: lane,
  },
  { id: 'share-twice', file: lanes, from: '      if (!held) return\n', to: '', tests: lane },
  { id: 'share-next', file: lanes, from: '      this.next()\n', to: '', tests: lane },
  {
    id: 'share-gone',
    file: lanes,
    from: "      caller?.once('close', giveUp)\n",
    to: '',
    tests: lane,
  },
  {
    id: 'share-always',
    file: lanes,
    from: 'const timer = always ? undefined : ',
    to: 'const timer = ',
    tests: lane,
  },
  {
    id: 'share-leave',
    file,
    from: '      leave()\n      this.remember(request)\n',
    to: '      this.remember(request)\n',
    tests: share,
  },
  { id: 'share-sessions', file, from: 'user: actor.userId })', to: 'user: hash })', tests: share },
  {
    id: 'share-invented',
    file,
    from: '{ company: address, user: `token:${hash}` }',
    to: '{ company: hash, user: hash }',
    tests: share,
  },
  {
    id: 'share-slow',
    file,
    from: 'else rest = setTimeout(leave, slowReaderMs)',
    to: '',
    tests: share,
  },
  { id: 'share-stream', file, from: '    finished(reply.raw, leave)\n', to: '', tests: share },
  { id: 'share-turn', file: turns, from: ' || begunNow.has(caller) || ', to: ' || ', tests: turn },
  { id: 'share-turn-all', file: turns, from: 'left-- === 0 || ', to: '', tests: turn },
  {
    id: 'share-turn-again',
    file: turns,
    from: 'left-- === 0 || begunNow.has(caller)',
    to: 'left-- === 0',
    tests: turn,
  },
  {
    id: 'share-turn-rest',
    file: turns,
    from: '      if (first.next) callers.set(caller, { first: first.next, last })\n',
    to: '',
    tests: turn,
  },
  { id: 'share-turn-most', file: turns, from: 'waiting >= most.waiting || ', to: '', tests: turn },
  {
    id: 'share-turn-ahead',
    file: turns,
    from: ' || count > most.ofConnection',
    to: '',
    tests: turn,
  },
  {
    id: 'share-turn-gone',
    file: turns,
    from: 'if (!socket.destroyed) begin()',
    to: 'begin()',
    tests: turn,
  },
  {
    id: 'share-body',
    file: 'apps/api/src/lib/route.ts',
    from: 'if (endpoint.body !== Bytes) return',
    to: 'return',
    tests: share,
  },
  {
    id: 'share-quota',
    file: quota,
    from: 'found.sent >= limit',
    to: 'found.sent > limit',
    tests: invitation,
  },
  {
    id: 'share-quota-company',
    file: quota,
    from: 'await waitFor(db, asked, hourly.company)',
    to: '0',
    tests: invitation,
  },
])
