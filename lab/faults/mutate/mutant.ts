/** One small change of a production file, made by an operator. */
export type Mutant = {
  file: string
  /** The line, from 1, on which the replaced text begins. */
  line: number
  /** The place of the replaced text in the file. */
  start: number
  end: number
  operator: Operator
  original: string
  replacement: string
  /** The expression or statement that runs if and only if the mutant can make a difference. */
  site: Site
}

export type Operator =
  | 'boundary'
  | 'comparison'
  | 'operand'
  | 'negation'
  | 'guard'
  | 'statement'
  | 'arithmetic'
  | 'constant'
  | 'fallback'
  | 'call'
  | 'element'
  | 'sql condition'
  | 'sql boundary'
  | 'sql arithmetic'
  | 'sql function'
  | 'sql lock'
  | 'sql order'
  | 'sql assignment'

export type Site = {
  kind: 'expression' | 'statement' | 'branch'
  start: number
  end: number
  /** Runs when the module is loaded, so every test that loads it reaches it. */
  atLoad: boolean
}

/** A change that an operator proposes inside one file. */
export type Change = Pick<Mutant, 'start' | 'end' | 'operator' | 'replacement'>

export const withMutant = (text: string, { start, end, replacement }: Change) =>
  text.slice(0, start) + replacement + text.slice(end)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What changed, on one line: it names the mutant in output and in the list of excuses. */
export const describe = ({ original, replacement }: Pick<Mutant, 'original' | 'replacement'>) =>
  `${oneLine(original)} → ${oneLine(replacement) || '(removed)'}`

export const placeOf = ({ file, line }: Pick<Mutant, 'file' | 'line'>) => `${file}:${line}`
