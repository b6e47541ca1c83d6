import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Finding, type Limits, limits } from '../../cli/doctor/finding.ts'
import { examine } from '../../cli/doctor.ts'
import { make } from '../make.ts'
import { mailServer } from '../server/mailServer.ts'
import { testApp, testMasterKeys } from '../testApp.ts'

export type Fault = {
  check: string
  state?: Finding['state']
  says: RegExp
  /** Brings it about, as the superuser where it is SQL; `undo` takes it back. */
  plant?: string | (() => Promise<unknown>)
  undo?: string | (() => unknown)
  environment?: () => Record<string, string>
  limits?: Partial<Limits>
}

export const at = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href

/**
 * An installation in which everything is well, and a doctor who looks at it while one thing is not.
 */
export async function doctorWorld() {
  const mail = await mailServer()
  const t = testApp()
  const dir = mkdtempSync(join(tmpdir(), 'paydesk-doctor-'))
  writeFileSync(join(dir, 'index.html'), 'the console')
  /**
   * Stands for PayPal, and for whatever else answers where we should be; its clock can be put back.
   */
  const clock = { behindMs: 0 }
  const other = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() - clock.behindMs).toUTCString())
    response.setHeader('content-type', 'application/json')
    response.end('{"issuer":"https://somebody.else"}')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  let publicUrl = ''
  beforeAll(async () => {
    publicUrl = await t.app.listen({ host: '127.0.0.1', port: 0 })
    await t.owner('update installation set backed_up_at = now()')
    const companyId = await make.company(t)
    await t.in(companyId, (db) =>
      t.outside.secrets.seal(db, { companyId, table: 't', column: 'c', row: 'r' }, 'a secret'),
    )
  })
  afterAll(() => {
    other.close()
    rmSync(dir, { recursive: true })
  })
  const healthy = () => ({
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: t.runtimeUrl,
    DATABASE_OWNER_URL: t.ownerUrl,
    PAYDESK_MASTER_KEYS: testMasterKeys,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    PAYPAL_SIMULATOR_URL: otherUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Paydesk <pay@example.com>',
    CONSOLE_DIR: dir,
  })

  const doSo = async (act: string | (() => unknown) | undefined) =>
    typeof act === 'string' ? t.owner(act) : act?.()

  async function look({
    plant,
    undo,
    environment,
    limits: other,
  }: Partial<Fault>): Promise<Finding[]> {
    await doSo(plant)
    try {
      return await examine(
        { ...healthy(), ...environment?.() },
        { ...limits, timeoutMs: 3000, ...other },
      )
    } finally {
      await doSo(undo)
    }
  }

  const recognises = (faults: Record<string, Fault>) =>
    test.each(Object.entries(faults))('%s', async (_, fault) => {
      const findings = await look(fault)
      const lines = findings.filter(
        ({ check, state }) => check === fault.check && state === (fault.state ?? 'fail'),
      )
      expect(lines).toContainEqual({
        check: fault.check,
        state: fault.state ?? 'fail',
        found: expect.stringMatching(fault.says),
        todo: expect.stringMatching(/\w{3}/),
      })
      expect(JSON.stringify(findings)).not.toMatch(/hunter2|a secret/)
    })

  return { t, mail, clock, otherUrl, healthy, doSo, look, recognises }
}
