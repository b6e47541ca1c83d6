import type pg from 'pg'
import { inCompany } from '../../lib/db.ts'
import type { Log } from '../../lib/log.ts'
import { type Alarm, raiseAlarms } from './alarm.ts'
import { type Delivery, resourceIdOf } from './store.ts'

/** More than these from one account in an hour are in the log alone: whoever can send one such delivery can send millions. */
const perHour = 2000
const hourMs = 3_600_000

/** Alarms about deliveries that are refused at the door although they are signed. */
export class DoorAlarms {
  private readonly pool: pg.Pool
  private readonly raised = new Map<string, { since: number; count: number }>()
  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  async raise(log: Pick<Log, 'error'>, { companyId, accountId, transmissionId, event }: Delivery, kind: Alarm['kind']): Promise<void> {
    const held = this.raised.get(accountId)
    const hour = held && Date.now() - held.since < hourMs ? held : { since: Date.now(), count: 0 }
    this.raised.set(accountId, hour)
    const alarm = {
      kind,
      eventId: event.id,
      eventType: event.event_type,
      resourceId: resourceIdOf(event.resource),
      transmissionId,
      detail: kind === 'inFuture' ? `dated ${event.create_time}` : '',
    }
    if (hour.count++ >= perHour) log.error({ companyId, accountId, ...alarm }, 'refused a signed delivery')
    else await inCompany(this.pool, companyId, (db) => raiseAlarms(db, log, { companyId, accountId }, [alarm]))
  }
}
