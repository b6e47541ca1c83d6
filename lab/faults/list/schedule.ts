import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/desk/rule/schedule.ts'
const quiet = 'db/functions/next_message_at.sql'
const tests = api('desk/rule/schedule')
const byNotice = api('people/notice/notice')

export default faultsOf('schedule', [
  {
    id: 'schedule-hour',
    file,
    from: '(Math.floor((now - start) / hourMs) + 1) * hourMs',
    to: '(Math.floor((now - start) / hourMs) + 2) * hourMs',
    tests,
  },
  {
    id: 'schedule-clock-forward',
    file,
    from: 'isRight(wall - before) || !isRight(wall - after) ? wall - before : wall - after',
    to: 'wall - before',
    tests,
  },
  {
    id: 'schedule-clock-back',
    file,
    from: 'isRight(wall - before) || !isRight(wall - after) ? wall - before : wall - after',
    to: 'isRight(wall - after) ? wall - after : wall - before',
    tests,
  },
  {
    id: 'schedule-month',
    file,
    from: 'Math.min(date.getUTCDate(), lastDay)',
    to: 'date.getUTCDate()',
    tests,
  },
  { id: 'schedule-now', file, from: 'if (at > now) return', to: 'if (at >= now) return', tests },
  {
    id: 'quiet-end',
    file: quiet,
    from: 'extract(hour from there) >= quiet_from and extract(hour from there) < quiet_to',
    to: 'extract(hour from there) >= quiet_from and extract(hour from there) <= quiet_to',
    tests: byNotice,
  },
  {
    id: 'quiet-night',
    file: quiet,
    from: 'extract(hour from there) >= quiet_from or extract(hour from there) < quiet_to',
    to: 'extract(hour from there) >= quiet_from and extract(hour from there) < quiet_to',
    tests: byNotice,
  },
  {
    id: 'quiet-next-day',
    file: quiet,
    from: "when extract(hour from there) >= quiet_to then interval '1 day'",
    to: "when extract(hour from there) >= quiet_to then interval '0'",
    tests: byNotice,
  },
  {
    id: 'quiet-digest',
    file: quiet,
    from: "if going <= at then going := (there + interval '1 day')",
    to: "if going < at then going := (there + interval '1 day')",
    tests: byNotice,
  },
])
