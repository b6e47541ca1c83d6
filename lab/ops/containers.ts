import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/**
 * Podman with settings under which containers run on machines with old control groups and without
 * systemd too, as in CI. They go into a file because compose tools hand no flags on.
 */
export function containers(dir: string) {
  const file = `${dir}/containers.conf`
  writeFileSync(
    file,
    `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
log_driver = "k8s-file"
`,
  )
  process.env.CONTAINERS_CONF = file
  return (...args: string[]) =>
    execFileSync('podman', args, {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
}
