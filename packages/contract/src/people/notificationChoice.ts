import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'

/** What the program tells people about (product §7), in the order of the settings page. */
export const notificationKinds = [
  'paymentReceived',
  'billRefused',
  'disputeOpened',
  'disputeDeadline',
  'approvalAsked',
  'accountUnhealthy',
  'exceptionOverdue',
  'rule',
  'security',
  'newDevice',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The bell in the header, and e-mail. Team chats belong to the company's settings. */
export const notificationChannels = ['console', 'email'] as const

export const NotificationChoice = z.object({
  kind: z.enum(notificationKinds),
  console: z.boolean(),
  email: z.boolean(),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** The defaults: everything at the bell, and urgent kinds by e-mail too. */
export const defaultChoices: NotificationChoice[] = notificationKinds.map((kind) => ({
  kind,
  console: true,
  email: (
    [
      'disputeOpened',
      'disputeDeadline',
      'accountUnhealthy',
      'security',
      'newDevice',
    ] as NotificationKind[]
  ).includes(kind),
}))

/** An hour of the day, 0 to 23. */
const Hour = z.int().min(0).max(23)
/** From one hour to another; past midnight if the first hour is the later one. */
export const QuietHours = z
  .object({ from: Hour, to: Hour })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: '≠ from' })

const manner = {
  /**
   * When e-mails come. Null: at once; otherwise they are gathered until this hour in the
   * person's time zone.
   */
  digestHour: Hour.nullable(),
  /** No e-mail comes between these hours; e-mails of that time come at the end. */
  quiet: QuietHours.nullable(),
}
const Choices = z.object({
  version: z.int(),
  choices: z.array(NotificationChoice),
  ...manner,
  timezone: z.string(),
})
export type Choices = z.infer<typeof Choices>

export const notificationChoiceApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/notification',
    permission: 'signedIn',
    summary:
      'What I want to be told, and how: every kind, with the default where I chose nothing; hours are of my time zone',
    reply: Choices,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/account/notification',
    permission: 'signedIn',
    summary: 'Choose what I want to be told, and how; what is left out keeps its choice',
    stepUp: 'never',
    body: z.object({
      version: z.int(),
      choices: z.array(NotificationChoice).max(notificationKinds.length),
      digestHour: manner.digestHour.optional(),
      quiet: manner.quiet.optional(),
    }),
    reply: Choices,
  }),
}
