import type { MessageInstance } from 'antd/es/message/interface'
import type { NotificationInstance } from 'antd/es/notification/interface'

type Feedback = { message: MessageInstance; notification: NotificationInstance }

let current: Feedback | undefined
const { promise: mounted, resolve: tellMounted } = Promise.withResolvers<void>()

/**
 * antd's messages and notifications for code outside React. They are bound to the themed instances in app/Providers.tsx:
 * antd's static ones know neither theme nor direction.
 */
export const feedback = {
  bind(bound: Feedback) {
    current = bound
    tellMounted()
  },
  /** For events that the browser reports on its own, perhaps before anything is on the page. */
  mounted,
  message: () => bound().message,
  notification: () => bound().notification,
}

function bound(): Feedback {
  if (!current) throw new Error('Feedback is used before the page is mounted')
  return current
}
