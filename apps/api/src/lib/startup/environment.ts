import { readFileSync } from 'node:fs'

/** What is wrong with the setting of this name, in one line. */
export type SettingFault = { name: string; fault: string }
export type Given = { values: Record<string, string>; faults: SettingFault[] }

/**
 * What was given for these names: `NAME`, or `NAME_FILE` with the path of a file that holds the
 * value. An empty text counts as not given, because compose files and units write one for what they
 * leave out. The faults tell neither values nor paths: a secret may stand in either.
 */
export function givenSettings(environment: NodeJS.ProcessEnv, names: readonly string[]): Given {
  const given: Given = { values: {}, faults: [] }
  for (const name of names) {
    const [plain, file] = [environment[name], environment[`${name}_FILE`]]
    if (plain && file)
      given.faults.push({ name, fault: `${name} and ${name}_FILE are both set: keep one of them` })
    else if (plain) given.values[name] = plain
    else if (file) readInto(given, name, file)
  }
  return given
}

function readInto({ values, faults }: Given, name: string, file: string) {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text) values[name] = text
    else faults.push({ name, fault: `${name}_FILE names an empty file: write the value into it` })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const why = reasons[code] ?? code
    faults.push({
      name,
      fault: `${name}_FILE names a file that cannot be read (${why}): give its path, and this process the right to read it`,
    })
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
}

/**
 * Names that begin as ours do and mean nothing: a setting with a typing error would otherwise be
 * left out in silence.
 */
export function unknownNames(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const all = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return Object.keys(environment)
    .filter((name) => /^(?:PAYDESK|PAYPAL|OIDC|SMS|SMTP|DATABASE)_/.test(name) && !all.has(name))
    .sort()
    .map((name) => {
      const close = [...all].find((one) => isClose(one, name))
      return `${name} is no setting of Paydesk${close ? `: is ${close} meant?` : ' and has no effect'}`
    })
}

/** At most two letters apart. */
function isClose(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (letter === other ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      )
    row = next
  }
  return (row.at(-1) ?? 0) <= 2
}
