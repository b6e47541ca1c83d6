import { chatHosts } from '@paydesk/contract/companySetting'

/** Only the bot's own host, by https: the API refuses the rest, so that a webhook cannot be turned against our network. */
export function chatUrlIsOf(kind: keyof typeof chatHosts, text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.port === '' && !url.username && !url.password && chatHosts[kind].includes(url.hostname)
}

/** Enough to catch a slip; the API decides. */
export const isEmail = (text: string) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text)
