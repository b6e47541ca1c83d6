import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Config } from '../../lib/config.ts'
import { messageOf } from '../../lib/startup/plain.ts'
import { runningVersion, versionText } from '../../lib/version.ts'
import { type Finding, fail, type Limits, ok, seconds, warn } from './finding.ts'

/** Everything that is reached by network, each by itself and at the same time. */
export async function lookOutside(config: Config, limits: Limits): Promise<Finding[]> {
  const found = await Promise.all([
    publicUrl(config, limits),
    certificate(config, limits),
    lookAtWebhook(config),
    proxy(config),
    ...paypalHosts(config).map((host) => paypal(host, limits)),
    mail(config, limits),
    oidc(config, limits),
  ])
  return found.flat()
}

/**
 * `fetch` hides why it failed in a cause, and where a name has several addresses in a list of
 * causes.
 */
const reasonOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: unknown; name?: string }
  if (name === 'TimeoutError') return 'no answer in time'
  return cause === undefined ? messageOf(error) : messageOf(cause)
}

const ask = (url: string, limits: Limits) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limits.timeoutMs) })

async function publicUrl(config: Config, limits: Limits): Promise<Finding[]> {
  const check = 'PUBLIC_URL'
  try {
    const answer = await ask(`${config.publicUrl}/api/health/live`, limits)
    const { data } = (await answer.json().catch(() => ({}))) as {
      data?: { status?: string; version: string; commit: string | null }
    }
    if (data?.status !== 'live')
      return [
        fail(
          check,
          `${config.publicUrl} answers ${answer.status}, but it is not Paydesk`,
          'let the proxy send everything under this address to the API',
        ),
      ]
    return data.version === runningVersion.version
      ? [ok(check, `${config.publicUrl} is ${versionText(data)}`)]
      : [
          warn(
            check,
            `${config.publicUrl} is ${versionText(data)}, this is ${versionText(runningVersion)}`,
            'finish the deployment',
          ),
        ]
  } catch (error) {
    return [
      warn(
        check,
        `${config.publicUrl} cannot be reached from here: ${reasonOf(error)}`,
        'start the API, and look at proxy, DNS and certificate',
      ),
    ]
  }
}

async function certificate({ publicUrl: address }: Config, limits: Limits): Promise<Finding[]> {
  const { protocol, hostname: host, port } = new URL(address)
  if (protocol !== 'https:') return []
  const validTo = await new Promise<string | undefined>((resolve) => {
    const name = host.replace(/^\[|\]$/g, '')
    const socket = connect({
      host: name,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(isIP(name) ? {} : { servername: name }),
    })
    const end = (value?: string) => {
      socket.destroy()
      resolve(value)
    }
    socket.setTimeout(limits.timeoutMs, end).once('error', () => end())
    socket.once('secureConnect', () => end(socket.getPeerCertificate().valid_to))
  })
  // That nothing answers is said by the line of PUBLIC_URL.
  if (validTo === undefined) return []
  const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000)
  if (days < 0)
    return [
      fail(
        'certificate',
        `it ended on ${validTo}`,
        'renew the proxy’s certificate: browsers and PayPal refuse it',
      ),
    ]
  return [
    days < limits.certificateDays
      ? warn('certificate', `it ends in ${days} days`, 'look why it was not renewed by itself')
      : ok('certificate', `it ends in ${days} days`),
  ]
}

/** Where only this machine or this network finds us. */
const isPrivate = (host: string) =>
  isIP(host.replace(/^\[|\]$/g, '')) !== 0 ||
  !host.includes('.') ||
  ['localhost', 'local', 'internal', 'test', 'invalid'].includes(host.split('.').at(-1) ?? '')

export async function lookAtWebhook({
  publicUrl: address,
  paypal: { simulatorUrl },
}: Config): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(address)
  if (simulatorUrl)
    return [
      warn(
        'webhook address',
        'PayPal is a simulator',
        'take PAYPAL_SIMULATOR_URL out, when this is no trial',
      ),
    ]
  if (protocol === 'https:' && port === '' && !isPrivate(hostname))
    return [ok('webhook address', `${address}/api/webhook/paypal/…`)]
  return [
    fail(
      'webhook address',
      `PayPal delivers nothing to ${address}`,
      'set PUBLIC_URL to a public name with https on port 443: until then events come late, by readings',
    ),
  ]
}

async function proxy({ publicUrl: address, trustProxy, production }: Config): Promise<Finding[]> {
  const check = 'TRUST_PROXY'
  if (production && trustProxy.length === 0 && address.startsWith('https:'))
    return [
      warn(
        check,
        'none, but something in front speaks https for us: all people then share its address, and one of them can lock out all',
        'set it to the proxy’s address',
      ),
    ]
  return [ok(check, trustProxy.join(', ') || 'none')]
}

const paypalHosts = ({ paypal: { simulatorUrl } }: Config) =>
  simulatorUrl ? [simulatorUrl] : ['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com']

/** Any answer will do: it has been reached, and it tells the time. */
async function paypal(host: string, limits: Limits): Promise<Finding[]> {
  const check = `PayPal ${new URL(host).host}`
  try {
    const answer = await ask(`${host}/v1/notifications/webhooks`, limits)
    const said = Date.parse(answer.headers.get('date') ?? '')
    // The header counts whole seconds.
    const off = Number.isNaN(said) ? 0 : Math.max(0, Math.abs(Date.now() - said) / 1000 - 1)
    return [
      ok(check, 'answers'),
      off > limits.clockSeconds
        ? fail(
            `${check}: clock`,
            `${seconds(off)} from this machine’s`,
            'set this machine’s clock by NTP: PayPal’s rows are read by time',
          )
        : ok(`${check}: clock`, 'agrees with this machine’s'),
    ]
  } catch (error) {
    return [
      fail(
        check,
        `cannot be reached: ${reasonOf(error)}`,
        'let the worker reach it by https: DNS, firewall, outgoing proxy',
      ),
    ]
  }
}

async function mail({ smtp, production }: Config, limits: Limits): Promise<Finding[]> {
  if (!smtp)
    return production
      ? [warn('mail', 'SMTP_URL is not set: no e-mail goes out', 'set SMTP_URL and MAIL_FROM')]
      : [ok('mail', 'kept in the mailbox of development')]
  const { timeoutMs } = limits
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return [
      smtp.from.includes('@localhost')
        ? warn(
            'mail',
            `the server takes us, but MAIL_FROM is ${smtp.from}`,
            'set MAIL_FROM to an address of your domain',
          )
        : ok('mail', `the server takes us; mail comes from ${smtp.from}`),
    ]
  } catch (error) {
    const isLogin = (error as { code?: string }).code === 'EAUTH'
    return [
      isLogin
        ? fail('mail', 'the server refuses the login', 'mend user and password in SMTP_URL')
        : fail(
            'mail',
            `the server cannot be used: ${messageOf(error)}`,
            'look at host, port and smtp or smtps in SMTP_URL',
          ),
    ]
  } finally {
    transport.close()
  }
}

async function oidc({ oidc: provider }: Config, limits: Limits): Promise<Finding[]> {
  if (!provider) return []
  const check = 'sign-in by OpenID Connect'
  const url = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const todo = 'set OIDC_ISSUER to exactly what the provider calls its issuer'
  try {
    const { issuer } = (await (await ask(url, limits)).json()) as { issuer?: string }
    return [
      issuer === provider.issuer
        ? ok(check, provider.issuer)
        : fail(check, `${url} is of another issuer`, todo),
    ]
  } catch (error) {
    return [fail(check, `${url} does not answer as it should: ${reasonOf(error)}`, todo)]
  }
}
