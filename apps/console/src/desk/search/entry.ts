import type { ReactNode } from 'react'

export const groups = [
  'best',
  'recent',
  'bills',
  'customers',
  'transactions',
  'disputes',
  'actions',
  'pages',
  'lists',
] as const
export type Group = (typeof groups)[number]

/** One line of the palette: it leads somewhere (`to`) or does something (`run`). */
export type Entry = {
  id: string
  group: Group
  /** The text that screen readers read and that commands are found by. */
  label: string
  /** The content that is shown, if it is more than the label. */
  show?: ReactNode
  detail?: ReactNode
  to?: string | undefined
  run?: () => void
}

/**
 * Pages and actions that this person may use. app/commands.ts makes them, because it
 * knows the routes.
 */
export type Command = Omit<Entry, 'group'> & { group: 'actions' | 'pages'; words?: string }

/**
 * Commands that begin with what was typed come first, as the best; commands that contain it
 * elsewhere come after the records.
 */
export function commandsFor(
  typed: string,
  commands: readonly Command[],
): { best: Entry[]; rest: Entry[] } {
  const wanted = typed.toLowerCase()
  const best = commands.filter(({ label }) => label.toLowerCase().startsWith(wanted))
  // A single letter occurs in most paths.
  const holds = ({ label, words = '' }: Command) =>
    `${label} ${wanted.length > 1 ? words : ''}`.toLowerCase().includes(wanted)
  return {
    best: best.map((command) => ({ ...command, group: 'best' })),
    rest: commands.filter((command) => !best.includes(command) && holds(command)),
  }
}
