export type SendSms = (message: { phone: string; code: string }) => Promise<void>

export type SmsGateway = { url: string; body: string; authorization: string }

/**
 * Any HTTP gateway: `{phone}` and `{code}` in its address and body are filled in. Both are digits,
 * so nothing needs escaping.
 */
export function httpGateway({ url, body, authorization }: SmsGateway): SendSms {
  return async ({ phone, code }) => {
    const fill = (template: string, plus: string) =>
      template.replaceAll('{phone}', phone.replace('+', plus)).replaceAll('{code}', code)
    const answer = await fetch(fill(url, '%2B'), {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && {
          'content-type': body.trimStart().startsWith('{')
            ? 'application/json'
            : 'application/x-www-form-urlencoded',
        }),
        ...(authorization && { authorization }),
      },
      ...(body && { body: fill(body, body.trimStart().startsWith('{') ? '+' : '%2B') }),
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`)
  }
}
