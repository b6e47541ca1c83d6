import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import { describe, expect, test } from 'vitest'
import { readImage } from '../../lib/file/readImage.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const update = (user: TestUser, body: object) =>
  t.call(accountApi.update, { body: body as never }, { token: user.token })

const png = (width: number, height: number, extra = '') => {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.from(extra)])
}
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108004000600301220002110103110100',
  'hex',
)
const webp = Buffer.concat([
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
  Buffer.from('3f00003f0000', 'hex'),
])

describe('basic fields', () => {
  test('every field is saved, read back and audited; a phone is kept in one form', async () => {
    const user = await make.operator(t)
    const fields = {
      name: '王芳',
      email: 'wf@example.com',
      nickname: '芳芳',
      profile: '业务组长',
      country: 'C2',
      province: '广东',
      city: '深圳',
      street: '科技园 1 号',
      phone: '138 0013-8000',
      locale: 'zh-CN',
      timezone: 'Asia/Shanghai',
    }
    const answer = await update(user, { ...fields, version: 1 })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { ...fields, phone: '+8613800138000', version: 2 } },
    })
    expect((await t.call(accountApi.read, {}, { token: user.token })).body.data).toEqual(
      answer.body.data,
    )
    const [entry] = await t.owner<{ after: object }>(
      `select after from audit_entry where company_id = $1 and action = 'user.updateOwn'`,
      [user.companyId],
    )
    expect(entry?.after).toMatchObject({ nickname: '芳芳', phone: '+8613800138000' })
  })

  test('a stale version is a 409 that carries the record as it is', async () => {
    const user = await make.operator(t)
    await update(user, { nickname: 'first', version: 1 })
    expect(await update(user, { nickname: 'second', version: 1 })).toMatchObject({
      status: 409,
      body: { errorCode: 'conflict.stale', data: { nickname: 'first', version: 2 } },
    })
  })

  test.each([
    { email: 'x' },
    { phone: '12' },
    { nickname: ' ' },
    { country: 'China' },
    { timezone: 'Mars/Olympus' },
    { timezone: '+08:00' },
    { profile: 'x'.repeat(501) },
  ])('%o is refused', async (change) => {
    const user = await make.operator(t)
    expect((await update(user, { ...change, version: 1 })).status).toBe(422)
  })

  test('another e-mail or phone needs the password, or the second factor of whoever has one; other fields and the same values do not', async () => {
    const user = await make.operator(t)
    await make.shown(t, user, null)
    for (const change of [{ email: 'new@example.com' }, { phone: '+4512345678' }])
      expect(await update(user, { ...change, version: 1 })).toMatchObject({
        status: 403,
        body: { errorCode: 'session.notFresh' },
      })
    await make.shown(t, user, 'password')
    expect((await update(user, { email: 'new@example.com', version: 1 })).status).toBe(200)
    await make.shown(t, user, null)
    expect(
      (await update(user, { email: 'new@example.com', city: 'Aarhus', version: 2 })).status,
    ).toBe(200)
    // A mail to the old address tells its reader.
    await t.owner(
      `insert into second_factor (company_id, user_id, secret, enabled_at)
       values ($1, $2, '', now())`,
      [user.companyId, user.userId],
    )
    await make.shown(t, user, 'password')
    expect(await update(user, { email: 'newer@example.com', version: 3 })).toMatchObject({
      body: { errorCode: 'session.factorNeeded' },
    })
    await make.shown(t, user, 'factor')
    await update(user, { email: 'newer@example.com', version: 3 })
    const messages = await t.owner('select recipient, template from message where user_id = $1', [
      user.userId,
    ])
    expect(messages).toEqual([{ recipient: 'new@example.com', template: 'emailChanged' }])
  })
})

describe('avatar', () => {
  const upload = (user: TestUser, bytes: Buffer, type = 'application/octet-stream') =>
    t.send<{ avatar: string }>({
      method: 'POST',
      url: '/api/account/avatar',
      headers: { authorization: user.token, 'content-type': type },
      payload: bytes,
    })

  test.each([
    ['image/png', png(64, 64)],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])(
    '%s is recognised by its content and served so that it can only be a picture',
    async (type, bytes) => {
      const user = await make.operator(t)
      const { avatar } = (await upload(user, bytes, 'image/png')).body.data as { avatar: string }
      const served = await t.app.inject(avatar)
      expect(served.rawPayload.equals(bytes)).toBe(true)
      expect(served.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=31536000, immutable',
      })
      expect(
        (await t.call(loginApi.currentUser, {}, { token: user.token })).body.data,
      ).toMatchObject({ avatar })
    },
  )

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a\x40\0\x40\0', 'latin1')],
    ['half a header', png(64, 64).subarray(0, 18)],
    ['a JPEG without a frame', Buffer.from('ffd8ffda0000', 'hex')],
  ])('%s is refused, whatever type it claims', async (_, bytes) => {
    const user = await make.operator(t)
    expect(await upload(user, bytes, 'image/png')).toMatchObject({
      status: 422,
      body: { errorCode: 'avatar.notAnImage' },
    })
  })

  test('too large, too small, too many pixels, and anything that is not a file', async () => {
    const user = await make.operator(t)
    expect(await upload(user, png(64, 64, 'x'.repeat(1024 * 1024)))).toMatchObject({ status: 413 })
    expect(await upload(user, png(8, 64))).toMatchObject({
      status: 422,
      body: { errorCode: 'avatar.badSize' },
    })
    expect(await upload(user, png(64, 100_000))).toMatchObject({
      status: 422,
      body: { errorCode: 'avatar.badSize' },
    })
    expect(await upload(user, Buffer.from('{}'), 'application/json')).toMatchObject({ status: 422 })
    expect(await upload(user, Buffer.from('x'), 'text/html')).toMatchObject({ status: 415 })
  })

  test('a new avatar replaces the old one, which is gone', async () => {
    const user = await make.operator(t)
    const first = (await upload(user, png(64, 64))).body.data as { avatar: string }
    const second = (await upload(user, png(32, 32))).body.data as { avatar: string }
    expect((await t.app.inject(first.avatar)).statusCode).toBe(404)
    expect((await t.app.inject(second.avatar)).statusCode).toBe(200)
  })

  test('no bytes make the reader fail', () => {
    for (const whole of [png(9, 9), jpeg, webp])
      for (let length = 0; length <= whole.length; length++)
        expect(() => readImage(whole.subarray(0, length))).not.toThrow()
  })
})
