import type { Machine } from './machine.ts'

/**
 * The nightly backups of a machine: both timers wait for their time, and a run of each kind, as the
 * timer begins it, ends well.
 */
export function backupsOf(machine: Machine): { timers: number; backups: number } {
  for (const kind of ['diff', 'full'])
    machine.said('systemctl', 'start', `pgbackrest-paydesk@${kind}.service`)
  const timers = machine
    .said('systemctl', 'list-timers', '--no-legend', 'pgbackrest-paydesk-*')
    .split('\n')
    .filter(Boolean).length
  if (timers !== 2) throw new Error(`${timers} timers of backups wait for their time`)
  const [stanza] = JSON.parse(
    machine.said(
      'runuser',
      '-u',
      'postgres',
      '--',
      'pgbackrest',
      '--stanza=paydesk',
      '--output=json',
      'info',
    ),
  ) as [{ backup: unknown[] }]
  // The first one by hand, and these two.
  if (stanza.backup.length !== 3) throw new Error(`pgBackRest has ${stanza.backup.length} backups`)
  return { timers, backups: stanza.backup.length }
}
