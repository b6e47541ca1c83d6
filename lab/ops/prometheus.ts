import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { freePort } from '../ground/postgres.ts'
import { spawnLogged, waitFor } from '../ground/processes.ts'
import { root, rulesFile } from './rules.ts'

/** The rules are well formed, and each fires and clears as its test says. */
export function checkRules() {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: `${root}ops/prometheus`, encoding: 'utf8' })
  promtool('check', 'rules', rulesFile)
  promtool('test', 'rules', 'paydesk.test.yml', 'paydesk-days.test.yml')
}

export type Alert = {
  labels: Record<string, string>
  state: 'pending' | 'firing'
  activeAt: string
}

/** A real Prometheus with our rules, at an interval that suits a test. */
export async function startPrometheus(dir: string, targets: { api: string[]; workers: string[] }) {
  mkdirSync(dir, { recursive: true })
  const jobs = [
    { job_name: 'paydesk-api', static_configs: [{ targets: targets.api }] },
    { job_name: 'paydesk-worker', static_configs: [{ targets: targets.workers }] },
  ]
  // JSON is YAML.
  writeFileSync(
    `${dir}/prometheus.yml`,
    JSON.stringify({
      global: { scrape_interval: '2s', evaluation_interval: '2s' },
      rule_files: [rulesFile],
      scrape_configs: jobs,
    }),
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawnLogged(
    [
      'prometheus',
      `--config.file=${dir}/prometheus.yml`,
      `--storage.tsdb.path=${dir}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { cwd: dir, env: {}, log: openSync(`${root}.tmp/prometheus.log`, 'w') },
  )
  await waitFor(`${url}/-/ready`, child)
  const ask = async <T>(path: string) =>
    ((await (await fetch(url + path)).json()) as { data: T }).data
  return {
    child,
    alerts: async () => (await ask<{ alerts: Alert[] }>('/api/v1/alerts')).alerts,
    /** The largest value of a query now; undefined if it has none. */
    value: async (query: string) => {
      const { result } = await ask<{ result: { value: [number, string] }[] }>(
        `/api/v1/query?query=${encodeURIComponent(query)}`,
      )
      return result.length > 0
        ? Math.max(...result.map(({ value }) => Number(value[1])))
        : undefined
    },
  }
}
