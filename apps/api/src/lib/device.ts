const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/MicroMessenger\//, 'WeChat'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstMatch = (table: [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/**
 * "Chrome · Windows": enough for someone to recognise their own machine. Order matters, browsers
 * imitate each other.
 */
export function describeDevice(userAgent: string): string {
  const parts = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)].filter(Boolean)
  return parts.join(' · ') || userAgent.slice(0, 40) || '—'
}
