/**
 * `npm run dashboard` writes ops/grafana/paydesk.json; a test fails when it is not what this makes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { root } from './rules.ts'

/** What a panel shows: `stat` a number now, `graph` over time. `unit` is Grafana's. */
type Panel = {
  title: string
  unit: string
  queries: [query: string, legend: string][]
  kind?: 'stat'
  red?: number
}

const seconds = 's'
const count = 'short'
const rate = 'reqps'
/** The figures of the database are the same at every process. */
const one = (metric: string, ...labels: string[]) =>
  labels.length > 0 ? `max by (${labels.join(', ')}) (${metric})` : `max(${metric})`
const stat = (title: string, metric: string, unit: string, red: number): Panel => ({
  title,
  unit,
  queries: [[one(metric), '']],
  kind: 'stat',
  red,
})

export const rows: Record<string, Panel[]> = {
  Business: [
    stat('Operations unknown, oldest', 'paydesk_operations_unknown_oldest_seconds', seconds, 60),
    stat('Refunds unknown', 'paydesk_refunds_unknown', count, 1),
    stat('Events not applied, oldest', 'paydesk_events_not_applied_oldest_seconds', seconds, 60),
    stat(
      'Events not confirmed, oldest',
      'paydesk_events_not_confirmed_oldest_seconds',
      seconds,
      75,
    ),
    stat('Rows not understood', 'paydesk_rows_not_understood', count, 1),
    stat('Dead jobs', 'paydesk_jobs_dead', count, 1),
    stat('Messages undelivered, oldest', 'paydesk_notices_undelivered_oldest_seconds', seconds, 60),
    stat('Companies with a fault in books or audit', 'paydesk_verifier_faults', count, 1),
    {
      title: 'Books against PayPal’s balance (smallest unit)',
      unit: count,
      queries: [
        [
          one('paydesk_proof_difference_minor', 'company', 'account', 'currency'),
          '{{company}}/{{account}} {{currency}}',
        ],
      ],
    },
    {
      title: 'Since when accounts were not read whole',
      unit: seconds,
      queries: [
        [one('paydesk_reading_lag_seconds', 'company', 'account'), '{{company}}/{{account}}'],
      ],
    },
    {
      title: 'Operations not finished',
      unit: count,
      queries: [[one('paydesk_operations', 'state'), '{{state}}']],
    },
    {
      title: 'Problems that people were told of',
      unit: count,
      queries: [[one('paydesk_problems_open', 'kind'), '{{kind}}']],
    },
    {
      title: 'In quarantine for',
      unit: seconds,
      queries: [[one('paydesk_quarantine_seconds'), 'quarantine']],
    },
    {
      title: 'Deliveries to the webhook',
      unit: rate,
      queries: [['sum by (outcome) (rate(paydesk_webhook_deliveries_total[5m]))', '{{outcome}}']],
    },
    {
      title: 'Messages handed over',
      unit: rate,
      queries: [
        ['sum by (channel, outcome) (rate(paydesk_messages_total[5m]))', '{{channel}} {{outcome}}'],
      ],
    },
    {
      title: 'Companies and accounts',
      unit: count,
      queries: [
        [one('paydesk_companies', 'status'), 'companies {{status}}'],
        [one('paydesk_accounts', 'state'), 'accounts {{state}}'],
      ],
    },
    {
      title: 'Last verified',
      unit: seconds,
      queries: [
        [one('paydesk_verifier_oldest_seconds', 'verifier'), '{{verifier}}, longest ago'],
        [one('paydesk_verifier_seconds', 'verifier'), '{{verifier}}, longest run'],
      ],
    },
  ],
  PayPal: [
    {
      title: 'Calls by outcome',
      unit: rate,
      queries: [['sum by (outcome) (rate(paydesk_paypal_call_seconds_count[5m]))', '{{outcome}}']],
    },
    {
      title: 'Calls by operation',
      unit: rate,
      queries: [
        ['sum by (operation) (rate(paydesk_paypal_call_seconds_count[5m]))', '{{operation}}'],
      ],
    },
    {
      title: 'How long calls take, 95 %',
      unit: seconds,
      queries: [
        [
          'histogram_quantile(0.95, sum by (le, operation) (rate(paydesk_paypal_call_seconds_bucket[5m])))',
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Allowance: turns taken ahead, pauses',
      unit: seconds,
      queries: [
        [one('paydesk_allowance_wait_seconds', 'address', 'kind'), 'ahead {{address}} {{kind}}'],
        [one('paydesk_allowance_held_seconds', 'address', 'kind'), 'pause {{address}} {{kind}}'],
      ],
    },
    {
      title: 'Calls left of the account that has the fewest',
      unit: count,
      queries: [['min by (kind) (paydesk_allowance_left)', '{{kind}}']],
    },
    {
      title: 'Signed deliveries that are not true, of ten minutes',
      unit: count,
      queries: [[one('paydesk_event_alarms', 'kind'), '{{kind}}']],
    },
  ],
  HTTP: [
    {
      title: 'Requests by class of status',
      unit: rate,
      queries: [['sum by (status) (rate(paydesk_http_request_seconds_count[5m]))', '{{status}}']],
    },
    {
      title: 'How long requests take',
      unit: seconds,
      queries: [
        [
          'histogram_quantile(0.5, sum by (le) (rate(paydesk_http_request_seconds_bucket[5m])))',
          'half',
        ],
        [
          'histogram_quantile(0.95, sum by (le) (rate(paydesk_http_request_seconds_bucket[5m])))',
          '95 %',
        ],
      ],
    },
    {
      title: 'The ten slowest calls, mean',
      unit: seconds,
      queries: [
        [
          'topk(10, sum by (route, method) (rate(paydesk_http_request_seconds_sum[5m])) / sum by (route, method) (rate(paydesk_http_request_seconds_count[5m])))',
          '{{method}} {{route}}',
        ],
      ],
    },
    {
      title: 'Open streams',
      unit: count,
      queries: [['sum by (instance) (paydesk_live_streams)', '{{instance}}']],
    },
    {
      title: 'Event loop behind, 99 %',
      unit: seconds,
      queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']],
    },
    {
      title: 'Memory and processor',
      unit: 'bytes',
      queries: [['process_resident_memory_bytes', '{{instance}}']],
    },
  ],
  Jobs: [
    {
      title: 'Runs by outcome',
      unit: rate,
      queries: [['sum by (outcome) (rate(paydesk_job_seconds_count[5m]))', '{{outcome}}']],
    },
    {
      title: 'Due and not begun',
      unit: count,
      queries: [[`${one('paydesk_jobs_waiting', 'job')} > 0`, '{{job}}']],
    },
    {
      title: 'The oldest of them',
      unit: seconds,
      queries: [[`${one('paydesk_jobs_waiting_oldest_seconds', 'job')} > 0`, '{{job}}']],
    },
    {
      title: 'How long runs take, 95 %',
      unit: seconds,
      queries: [
        [
          'histogram_quantile(0.95, sum by (le, job) (rate(paydesk_job_seconds_bucket[5m])))',
          '{{job}}',
        ],
      ],
    },
    {
      title: 'Work that waits for a connection',
      unit: count,
      queries: [['paydesk_pool_waiting', '{{instance}} {{pool}}']],
    },
    {
      title: 'Connections in use',
      unit: count,
      queries: [['paydesk_pool_connections - paydesk_pool_idle', '{{instance}} {{pool}}']],
    },
  ],
  Database: [
    {
      title: 'Connections',
      unit: count,
      queries: [
        [one('paydesk_database_connections'), 'open'],
        [one('paydesk_database_connections_most'), 'most'],
      ],
    },
    { title: 'Size', unit: 'bytes', queries: [[one('paydesk_database_bytes'), 'database']] },
    {
      title: 'The largest tables',
      unit: 'bytes',
      queries: [[`topk(12, ${one('paydesk_table_bytes', 'table')})`, '{{table}}']],
    },
    {
      title: 'Dead rows',
      unit: count,
      queries: [[`topk(12, ${one('paydesk_table_dead_rows', 'table')})`, '{{table}}']],
    },
    {
      title: 'Oldest transaction, replication lag',
      unit: seconds,
      queries: [
        [one('paydesk_database_oldest_transaction_seconds'), 'oldest transaction'],
        [one('paydesk_database_replication_lag_seconds'), 'replication lag'],
      ],
    },
    {
      title: 'Since the last backup, and for how long the log cannot be archived',
      unit: seconds,
      queries: [
        [one('paydesk_backup_age_seconds'), 'last backup'],
        [one('paydesk_database_archive_failing_seconds'), 'archive failing'],
      ],
    },
    {
      title: 'Reading the figures',
      unit: seconds,
      queries: [['max by (group) (paydesk_figures_seconds)', '{{group}}']],
    },
  ],
}

const source = { type: 'prometheus', uid: '$source' }

function panelOf(
  { title, unit, queries, kind, red }: Panel,
  id: number,
  at: { x: number; y: number; w: number; h: number },
) {
  const steps = [
    { color: 'green', value: null },
    ...(red === undefined ? [] : [{ color: 'red', value: red }]),
  ]
  return {
    id,
    title,
    type: kind === 'stat' ? 'stat' : 'timeseries',
    datasource: source,
    gridPos: at,
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: source,
      expr,
      legendFormat: legendFormat || '__auto',
    })),
    fieldConfig: {
      defaults: {
        unit,
        thresholds: { mode: 'absolute', steps },
        ...(kind !== 'stat' && { custom: { fillOpacity: 5 } }),
      },
      overrides: [],
    },
    options:
      kind === 'stat'
        ? { colorMode: 'background', reduceOptions: { calcs: ['lastNotNull'] } }
        : { legend: { displayMode: 'list', placement: 'bottom' } },
  }
}

/**
 * Rows of panels: numbers four grid units high and eight to a line, graphs eight high and
 * three to a line.
 */
export function dashboard(): object {
  const panels: object[] = []
  let [id, y] = [1, 0]
  for (const [title, own] of Object.entries(rows)) {
    panels.push({
      id: id++,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y: y++, w: 24, h: 1 },
      panels: [],
    })
    for (const [kind, perLine, h] of [
      ['stat', 8, 4],
      [undefined, 3, 8],
    ] as const) {
      const these = own.filter((panel) => panel.kind === kind)
      const w = 24 / perLine
      for (const [index, panel] of these.entries())
        panels.push(
          panelOf(panel, id++, {
            x: (index % perLine) * w,
            y: y + Math.floor(index / perLine) * h,
            w,
            h,
          }),
        )
      y += Math.ceil(these.length / perLine) * h
    }
  }
  return {
    uid: 'paydesk',
    title: 'Paydesk',
    tags: ['paydesk'],
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels,
  }
}

export const dashboardFile = `${root}ops/grafana/paydesk.json`
export const dashboardText = () => `${JSON.stringify(dashboard(), null, 2)}\n`

if (process.argv[1] === import.meta.filename) {
  mkdirSync(`${root}ops/grafana`, { recursive: true })
  writeFileSync(dashboardFile, dashboardText())
}
