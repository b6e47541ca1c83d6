import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { typedPassword } from './machine.ts'

/**
 * The program that a test runs beside an installation: it signs in as the super admin whom the
 * document's commands made, as the console would. Then it goes on asking until its input ends, and
 * says at every line of it how often it asked and was refused since the last.
 */
const program = `
import { createHmac } from 'node:crypto'
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const [, url, username, password] = process.argv
const post = (path, body) => fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const signIn = () => post('/api/login/account', { username, password, remember: false }).catch(() => undefined)
// The processes take some seconds to start; a person would load the page again.
let answer = await signIn()
for (let tries = 0; tries < 240 && (!answer || answer.status >= 500); tries++) {
  await pause(500)
  answer = await signIn()
}
const told = async (response) => {
  const { success, data, errorMessage } = await response.json()
  if (!success) throw new Error('not signed in: ' + errorMessage)
  return data
}
const { token: first, secondFactor } = await told(answer)
const token = first ?? (await enrol(secondFactor))
const ask = () => fetch(url + '/api/currentUser', { headers: { authorization: token } })
const { name } = await told(await ask())
const page = await (await fetch(url + '/user/login', { headers: { accept: 'text/html' } })).text()
if (!page.includes('id="root"')) throw new Error('the console is not served')
console.log('signed in as ' + name)
let going = true
let asked = 0
let refused = []
process.stdin.on('end', () => { going = false }).on('data', () => {
  console.log(JSON.stringify({ asked, refused }))
  asked = 0
  refused = []
})
await Promise.all(Array.from({ length: 4 }, async () => {
  while (going) {
    asked += 1
    const status = await ask().then(async (one) => (await one.text(), one.status)).catch((error) => String(error.cause ?? error))
    if (status !== 200) refused.push(status)
    await pause(50)
  }
}))
// The super admin sets up an app for codes at the first sign-in (RFC 6238).
async function enrol({ challenge }) {
  const { secret } = await told(await post('/api/login/secondFactor/begin', { challenge }))
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const code = String((hash.readUInt32BE(hash[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  return (await told(await post('/api/login/secondFactor', { challenge, code }))).token
}
`
export type Asked = { asked: number; refused: number }

/** Somebody who is signed in and goes on working. */
export class Person {
  private readonly child: ChildProcess
  private lines: string[] = []
  private constructor(child: ChildProcess) {
    this.child = child
    child.stdout
      ?.setEncoding('utf8')
      .on('data', (data: string) => this.lines.push(...data.split('\n').filter(Boolean)))
  }

  /** Signs in at this address with the Node of this command, which may lead into a container. */
  static async signIn(node: string[], url: string): Promise<Person> {
    const [command = '', ...args] = [
      ...node,
      '--input-type=module',
      '--eval',
      program,
      url,
      'ada',
      typedPassword,
    ]
    const person = new Person(spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] }))
    await person.next()
    return person
  }

  private async next(): Promise<string> {
    for (;;) {
      const line = this.lines.shift()
      if (line) return line
      if (this.child.exitCode !== null) throw new Error('Nobody is signed in any more')
      await sleep(100)
    }
  }

  /** Since it was asked last. */
  async asked(): Promise<Asked> {
    this.child.stdin?.write('\n')
    const { asked, refused } = JSON.parse(await this.next()) as {
      asked: number
      refused: unknown[]
    }
    if (refused.length > 0) console.error('refused:', refused.slice(0, 5))
    return { asked, refused: refused.length }
  }

  leave() {
    this.child.stdin?.end()
  }
}
