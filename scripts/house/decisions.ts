/**
 * What docs/decisions promises: records of one form, and an index that names each of them with its
 * title and status.
 */
export const sections = ['Decided', 'Why', 'Considered', 'Costs']

/** `file`: its name without the ending. */
export type Decision = {
  file: string
  number: string
  title: string
  status: string
  sections: string[]
  changedBy: string[]
}

export function readDecision(file: string, text: string): Decision {
  const changes = [...text.matchAll(/\*\*(Amended|Superseded)\s+by\*\*\s+(\d{4}):/g)].map(
    ([, how, by]) => ({
      how: String(how),
      by: String(by),
    }),
  )
  const superseding = changes.filter(({ how }) => how === 'Superseded')
  const [how, by] = superseding.length > 0 ? ['superseded', superseding] : ['amended', changes]
  return {
    file,
    number: file.slice(0, 4),
    title: /^# \d{4} (.+)$/m.exec(text)?.[1] ?? '',
    status:
      changes.length > 0 ? `${how} by ${by.map((change) => change.by).join(', ')}` : 'in force',
    sections: [...text.matchAll(/^\*\*([^*]+)\.\*\*/gm)].map((match) => String(match[1])),
    changedBy: changes.map((change) => change.by),
  }
}

/** What is wrong with a record's own form. `numbers`: those of all records. */
export function faultsOf(decision: Decision, text: string, numbers: ReadonlySet<string>): string[] {
  const { file, number, changedBy } = decision
  const fault = (isWrong: boolean, what: string) => (isWrong ? [`${file}: ${what}`] : [])
  const inOrder = sections.filter((section) => decision.sections.includes(section))
  return [
    ...fault(!/^\d{4}(?:-[a-z]+)+$/.test(file), 'the file is not named NNNN-words'),
    ...fault(
      !new RegExp(`^# ${number} \\p{Lu}.*[^.\\s]\n`, 'u').test(text),
      `the first line is not "# ${number} A plain sentence"`,
    ),
    ...fault(
      decision.sections.join() !== inOrder.join(),
      `the sections are not ${sections.join(', ')}, in this order`,
    ),
    ...fault(
      !inOrder.includes('Decided') || !inOrder.includes('Why'),
      'it does not say what was decided and why',
    ),
    ...changedBy.flatMap((by) =>
      fault(!numbers.has(by) || by <= number, `${by} is no later record`),
    ),
  ]
}

/** The line of the index that a record must have. */
export const indexLine = ({ number, file, title, status }: Decision) =>
  `| [${number}](${file}.md) | ${title} | ${status} |`

/** Records that the index does not name as they are, and lines of the index without a record. */
export function indexFaults(index: string, decisions: Decision[]): string[] {
  const lines = index.split('\n').filter((line) => line.startsWith('| ['))
  const expected = decisions.map(indexLine)
  return [
    ...expected.filter((line) => !lines.includes(line)).map((line) => `the index lacks: ${line}`),
    ...lines.filter((line) => !expected.includes(line)).map((line) => `no record says: ${line}`),
  ]
}
