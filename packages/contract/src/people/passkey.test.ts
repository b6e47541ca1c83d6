import { expect, test } from 'vitest'
import { AuthenticationResponse } from './passkey.ts'

test('a post-quantum signature (ML-DSA-87, 4,627 bytes) is accepted', () => {
  const signature = Buffer.alloc(4627, 7).toString('base64url')
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature, userHandle: null }
  expect(
    AuthenticationResponse.safeParse({ id: 'AA', rawId: 'AA', type: 'public-key', response })
      .success,
  ).toBe(true)
})
