import { knownDevices } from '@paydesk/contract/people/login'

const key = 'PaypalManageDevices'
const kept = () => (localStorage.getItem(key) ?? '').split(',').filter(Boolean)

/**
 * Keeps what tells the API, at the next sign-in, that its user has signed in here before. The
 * newest comes first.
 */
export function keepDevice(device: string | null) {
  if (device) localStorage.setItem(key, [device, ...kept()].slice(0, knownDevices.most).join(','))
}

/** Goes along with the calls that sign somebody in, and with no others. */
export const deviceHeader = (path: string): Record<string, string> => {
  const devices = path.startsWith('/api/login/') ? kept().join(',') : ''
  return devices ? { [knownDevices.header]: devices } : {}
}
