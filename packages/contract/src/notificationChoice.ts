import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
  'newDevice',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The bell in the header, and e-mail. Team chats belong to the company's settings. */
export const notificationChannels = ['console', 'email'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const NotificationChoice = z.object({ kind: z.enum(notificationKinds), console: z.boolean(), email: z.boolean() })
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** Until someone chooses: everything at the bell, and by e-mail what cannot wait. */
export const defaultChoices: NotificationChoice[] = notificationKinds.map((kind) => ({
  kind,
  console: true,
  email: kind === 'disputeOpened' || kind === 'disputeDeadline' || kind === 'newDevice',
}))

const Choices = z.object({ version: z.int(), choices: z.array(NotificationChoice) })

export const notificationChoiceApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/notification',
    permission: 'signedIn',
    summary: 'What I want to be told, and how: every kind, with the default where I chose nothing',
    reply: Choices,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/account/notification',
    permission: 'signedIn',
    summary: 'Choose what I want to be told, and how; kinds left out keep their choice',
    body: z.object({ version: z.int(), choices: z.array(NotificationChoice).max(notificationKinds.length) }),
    reply: Choices,
  }),
}
