import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueCertificate, makeCredentials, newAuthority, signingName } from './authority.ts'

test('a thousand certificates are readable, whatever their random serial', {
  timeout: 30_000,
}, () => {
  const authority = newAuthority('Root')
  const request = {
    commonName: 'leaf',
    publicKey: authority.publicKey,
    authority: false,
    from: new Date(0),
    to: new Date(4e12),
  }
  for (let i = 0; i < 1000; i++)
    expect(new X509Certificate(issueCertificate(authority, request)).subject).toContain('CN=leaf')
})

test('the chain is what a verifier looks for', () => {
  const { rootPem, signingPem, tlsPem } = makeCredentials()
  const [root, signing, tls] = [rootPem, signingPem, tlsPem].map((pem) => new X509Certificate(pem))
  if (!root || !signing || !tls) throw new Error('unreadable')
  expect([root.ca, signing.ca, tls.ca]).toEqual([true, false, false])
  expect(signing.checkIssued(root) && signing.verify(root.publicKey)).toBe(true)
  expect(signing.checkHost(signingName)).toBe(signingName)
  expect(tls.checkHost('localhost')).toBe('localhost')
  expect(tls.checkIP('127.0.0.1')).toBe('127.0.0.1')
})
