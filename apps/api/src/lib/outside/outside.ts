import type pg from 'pg'
import type { Config } from '../config.ts'
import { parseMasterKeys, Secrets } from '../secret.ts'
import { counted } from '../watch/metrics.ts'
import { chatSender, type SendChat } from './chat.ts'
import { type SendMail, smtpMailer } from './mail.ts'
import { openPayPal, type PayPalSide } from './paypal.ts'
import { postponeInQuarantine } from './quarantine.ts'
import { httpGateway, type SendSms } from './sms.ts'

export type OidcProvider = { issuer: string; clientId: string; clientSecret: string; label: string }

/**
 * What the environment gives the process: its own address, its keys, and its ways to the outside.
 */
export type Outside = {
  production: boolean
  /**
   * The origin that people type. It stands in e-mailed links, is the passkeys' relying party, and
   * is where the identity provider sends people back to.
   */
  publicUrl: string
  secrets: Secrets
  /**
   * Undefined if not configured: development then shows messages in its mailbox, production
   * cannot send them.
   */
  sendMail: SendMail | undefined
  sendSms: SendSms | undefined
  oidc: OidcProvider | undefined
  sendChat: SendChat
  paypal: PayPalSide
  paypalSweepSeconds: number
  paypalSyncSeconds: number
  /** How long PayPal's records may take to bear an event out. */
  paypalConfirmSeconds: number
  /** How long an account gathers events between two looks at PayPal. */
  paypalLookRestMs: number
}

/**
 * The pool is for the allowance of calls to PayPal, which all processes share, and for asking
 * whether anything may leave at all.
 */
export function openOutside(config: Config, pool: pg.Pool): Outside {
  const { production, publicUrl, masterKeys, smtp, sms, oidc, paypal } = config
  const unlessQuarantined =
    <A extends unknown[], R>(send: (...message: A) => Promise<R>) =>
    async (...message: A): Promise<R> => {
      await postponeInQuarantine(pool)
      return send(...message)
    }
  return {
    production,
    publicUrl,
    secrets: new Secrets(parseMasterKeys(masterKeys)),
    sendMail:
      smtp &&
      unlessQuarantined(
        counted('mail', smtpMailer(smtp.url, smtp.from, new URL(publicUrl).hostname)),
      ),
    sendSms: sms && unlessQuarantined(counted('sms', httpGateway(sms))),
    oidc,
    sendChat: unlessQuarantined(chatSender(config.chatOrigin)),
    paypal: openPayPal({ pool, production, ...paypal }),
    paypalSweepSeconds: paypal.sweepSeconds,
    paypalSyncSeconds: paypal.syncSeconds,
    paypalConfirmSeconds: paypal.confirmSeconds,
    paypalLookRestMs: paypal.lookRestMs,
  }
}
