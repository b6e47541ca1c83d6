import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

const client = { client_id: 'paydesk', client_secret: 'a-secret-of-the-provider' }

/**
 * A real OpenID Connect provider on the loopback, with a browser that signs in there; call it
 * before `testApp`.
 */
export async function oidcServer(redirectUri: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@idp.example`, name: id }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_LABEL: '企业账号',
    },
    issuer,
    /**
     * Follows the redirects with cookies, fills in the two forms, and returns what the browser
     * brings back to us.
     */
    visit: (url: string, login: string) => visit(url, login, redirectUri),
  }
}

async function visit(start: string, login: string, redirectUri: string) {
  const cookies = new Map<string, string>()
  let address = start
  let form: URLSearchParams | undefined
  for (let hop = 0; hop < 12; hop++) {
    if (address.startsWith(redirectUri)) {
      const { searchParams } = new URL(address)
      const [code, state, iss] = ['code', 'state', 'iss'].map(
        (name) => searchParams.get(name) ?? '',
      ) as [string, string, string]
      return { code, state, iss }
    }
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    form = undefined
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location) {
      await answer.body?.cancel()
      address = new URL(location, address).href
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (!prompt || !action)
      throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 500)}`)
    form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt })
    address = new URL(action, address).href
  }
  throw new Error('The provider redirects without end')
}
