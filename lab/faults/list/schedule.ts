import { api, faultsOf } from '../fault.ts'

const quiet = 'db/functions/next_message_at.sql'
const byNotice = api('people/notice/notice')

export default faultsOf('schedule', [
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
