import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { until } from '../until.ts'

export type ReceivedChat = { path: string; query: Record<string, string>; text: string }

const secret = 'SEC-of-the-bot'
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')
const isFresh = (ms: number) => Math.abs(Date.now() - ms) < 3_600_000

type Body = {
  msgtype?: string
  markdown?: { title?: string; text?: string; content?: string }
  msg_type?: string
  content?: { text?: string }
  timestamp?: string
  sign?: string
}

/**
 * Refuses what DingTalk, WeCom and Feishu would refuse. They answer 200 with a code of their own.
 */
function judge(
  path: string,
  query: URLSearchParams,
  body: Body,
): { answer: object; text?: string } {
  if (path === '/robot/send') {
    const timestamp = query.get('timestamp') ?? ''
    if (query.get('access_token') !== 'ding')
      return { answer: { errcode: 300001, errmsg: 'token is not exist' } }
    if (
      query.get('sign') !== hmac(secret, `${timestamp}\n${secret}`) ||
      !isFresh(Number(timestamp))
    )
      return { answer: { errcode: 310000, errmsg: 'sign not match' } }
    if (body.msgtype !== 'markdown' || !body.markdown?.title || !body.markdown.text)
      return { answer: { errcode: 40035, errmsg: 'param error' } }
    return { answer: { errcode: 0, errmsg: 'ok' }, text: body.markdown.text }
  }
  if (path === '/cgi-bin/webhook/send') {
    if (query.get('key') !== 'wecom')
      return { answer: { errcode: 93000, errmsg: 'invalid webhook url' } }
    const content = body.markdown?.content ?? ''
    if (body.msgtype !== 'markdown' || !content || Buffer.byteLength(content) > 4096)
      return { answer: { errcode: 40058, errmsg: 'markdown.content exceed max length 4096' } }
    return { answer: { errcode: 0, errmsg: 'ok' }, text: content }
  }
  if (path !== '/open-apis/bot/v2/hook/feishu')
    return { answer: { code: 19001, msg: 'param invalid: incoming webhook access token invalid' } }
  if (
    body.sign !== hmac(`${body.timestamp}\n${secret}`, '') ||
    !isFresh(Number(body.timestamp) * 1000)
  )
    return {
      answer: {
        code: 19021,
        msg: 'sign match fail or timestamp is not within one hour from current time',
      },
    }
  if (body.msg_type !== 'text' || !body.content?.text)
    return { answer: { code: 9499, msg: 'Bad Request' } }
  return { answer: { code: 0, msg: 'success', data: {} }, text: body.content.text }
}

/**
 * A group of each chat on the loopback, which checks messages as the real chats do. Call it
 * before `testApp`.
 */
export async function chatServer() {
  const received: ReceivedChat[] = []
  let refusals = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://chat')
      const { answer, text } = judge(
        pathname,
        searchParams,
        JSON.parse(Buffer.concat(parts).toString('utf8')),
      )
      response.setHeader('content-type', 'application/json')
      if (refusals-- > 0)
        return response.end(JSON.stringify({ errcode: 130101, errmsg: 'send too fast' }))
      if (text !== undefined)
        received.push({ path: pathname, query: Object.fromEntries(searchParams), text })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    received,
    refuseNext: (count: number) => {
      refusals = count
    },
    at: (path: string, timeoutMs?: number) =>
      until(() => received.findLast((one) => one.path === path), timeoutMs),
  }
}
