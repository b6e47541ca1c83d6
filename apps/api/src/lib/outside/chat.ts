import { createHmac } from 'node:crypto'
import type { chatKinds } from '@paydesk/contract/lib/chat'
import { countMessage } from '../watch/metrics.ts'

export type ChatKind = (typeof chatKinds)[number]
export type ChatMessage = {
  title: string
  lines: { title: string; detail: string; link: string }[]
}
export type ChatBot = { kind: ChatKind; url: string; secret: string | undefined }
/**
 * Resolves to what went wrong, in the chat's own words, or to undefined when the chat
 * took the message.
 */
export type SendChat = (bot: ChatBot, message: ChatMessage) => Promise<string | undefined>

const timeoutMs = 15_000
/**
 * The size of a message in bytes. WeCom refuses more than 4,096 of markdown; DingTalk and Feishu
 * take some 20,000.
 */
const room: Record<ChatKind, number> = { dingtalk: 18_000, wecom: 4096, feishu: 18_000 }

/** `origin` takes the place of the chats' own hosts in tests. */
export const chatSender =
  (origin: string | undefined): SendChat =>
  async (bot, message) => {
    const failure = await post(origin, bot, message)
    countMessage('chat', failure === undefined)
    return failure
  }

async function post(
  origin: string | undefined,
  { kind, url, secret }: ChatBot,
  message: ChatMessage,
): Promise<string | undefined> {
  const { target, body } = chatRequest({ kind, url, secret }, message, Date.now())
  const address = origin ? new URL(target.pathname + target.search, origin) : target
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return answer.ok ? failureOf(text) : `HTTP ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.name : 'Error'
  }
}

/** Builds the request as DingTalk, WeCom and Feishu document it for their group bots. */
function chatRequest({ kind, url, secret }: ChatBot, { title, lines }: ChatMessage, nowMs: number) {
  const target = new URL(url)
  const fitted = (write: (line: ChatMessage['lines'][number]) => string, head: string) =>
    fit(room[kind], head, lines.map(write))
  const markdown = (line: ChatMessage['lines'][number]) =>
    `**${plain(line.title)}**\n\n${plain(line.detail)}\n\n[${line.link}](${line.link})`
  switch (kind) {
    case 'dingtalk':
      if (secret) {
        // The secret is the key that signs "time, line feed, secret". The time is in milliseconds.
        target.searchParams.set('timestamp', String(nowMs))
        target.searchParams.set('sign', hmac(secret, `${nowMs}\n${secret}`))
      }
      return {
        target,
        body: {
          msgtype: 'markdown',
          markdown: { title, text: fitted(markdown, `### ${plain(title)}`) },
        },
      }
    case 'wecom':
      return {
        target,
        body: {
          msgtype: 'markdown',
          markdown: { content: fitted(markdown, `### ${plain(title)}`) },
        },
      }
    case 'feishu': {
      // Here "time, line feed, secret" is the key, and it signs an empty text. The time is in
      // seconds.
      const timestamp = String(Math.floor(nowMs / 1000))
      const text = fitted(
        (line) => `${plain(line.title)}\n${plain(line.detail)}\n${line.link}`,
        plain(title),
      )
      return {
        target,
        body: {
          ...(secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }),
          msg_type: 'text',
          content: { text },
        },
      }
    }
  }
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** Names and reasons come from outside, so they must not become links, mentions or headings. */
const plain = (text: string) =>
  text.replace(/[\\`*_{}[\]()<>#@|~]/g, (sign) => fullWidth[sign] ?? ' ').replace(/\s+/g, ' ')
const fullWidth: Record<string, string> = {
  '(': '（',
  ')': '）',
  '[': '【',
  ']': '】',
  '<': '〈',
  '>': '〉',
  '#': '＃',
  '@': '＠',
  '*': '＊',
  _: '＿',
}

/** Takes as many parts as there is room for. The title says how many there are in all. */
function fit(bytes: number, head: string, parts: string[]): string {
  let text = head
  for (const part of parts) {
    const longer = `${text}\n\n${part}`
    if (Buffer.byteLength(longer) > bytes) return text
    text = longer
  }
  return text
}

/** The chats answer 200 even when they refuse a message: the code in the body decides. */
function failureOf(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as {
      errcode?: number
      errmsg?: string
      code?: number
      msg?: string
      StatusCode?: number
    }
    const code = answer.errcode ?? answer.code ?? answer.StatusCode
    if (code === 0) return undefined
    return `${code ?? '?'} ${answer.errmsg ?? answer.msg ?? ''}`.trim().slice(0, 300)
  } catch {
    return 'not JSON'
  }
}
