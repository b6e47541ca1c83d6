import { useSyncExternalStore } from 'react'
import { productTitle } from '../lib/product.ts'

export type Settings = {
  navTheme: 'light' | 'realDark'
  colorPrimary: string
  layout: 'top' | 'side' | 'mix'
  contentWidth: 'Fluid' | 'Fixed'
  fixedHeader: boolean
  fixSiderbar: boolean
  colorWeak: boolean
  title: string
  pwa: boolean
  logo: string
  iconfontUrl: string
}

/** Spec §3: exactly these fields, with the values of §2. */
export const defaultSettings: Settings = {
  navTheme: 'light',
  colorPrimary: '#1890ff',
  layout: 'top',
  contentWidth: 'Fluid',
  fixedHeader: false,
  fixSiderbar: true,
  colorWeak: false,
  title: productTitle,
  // An installation can be built without the progressive web app; app/pwa.ts then removes the
  // workers of an earlier build.
  pwa: import.meta.env.VITE_PWA !== 'false',
  logo: '/logo.svg',
  iconfontUrl: '',
}

/**
 * The choices of the layout panel (spec §2), and whether the side menu is folded. Hiding the header
 * on scroll exists in the panel only.
 */
export type Choices = Omit<Settings, 'title' | 'pwa' | 'logo' | 'iconfontUrl'> & {
  autoHideHeader: boolean
  menuFolded: boolean
}

const {
  title: _title,
  pwa: _pwa,
  logo: _logo,
  iconfontUrl: _iconfontUrl,
  ...ofSettings
} = defaultSettings
const defaultChoices: Choices = { ...ofSettings, autoHideHeader: false, menuFolded: false }

export const choicesKey = 'PaypalManageLayout'

const possible: Partial<Record<keyof Choices, readonly unknown[]>> = {
  navTheme: ['light', 'realDark'],
  layout: ['top', 'side', 'mix'],
  contentWidth: ['Fluid', 'Fixed'],
}

/**
 * Takes only known fields with possible values: what another release wrote must not
 * break the layout.
 */
export function choicesFrom(stored: string | null): Choices {
  const choices = { ...defaultChoices }
  const saved = parse(stored)
  for (const key of Object.keys(choices) as (keyof Choices)[])
    if (typeof saved[key] === typeof choices[key] && (possible[key]?.includes(saved[key]) ?? true))
      Object.assign(choices, { [key]: saved[key] })
  return choices
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

let current: Choices | undefined
const listeners = new Set<() => void>()
const read = () => {
  current ??= choicesFrom(localStorage.getItem(choicesKey))
  return current
}

export function choose(change: Partial<Choices>) {
  current = { ...read(), ...change }
  localStorage.setItem(choicesKey, JSON.stringify(current))
  for (const listener of listeners) listener()
}

export function resetChoices() {
  choose(defaultChoices)
  localStorage.removeItem(choicesKey)
}

/** A choice in another tab counts here as well. */
function follow({ key }: StorageEvent) {
  if (key !== choicesKey) return
  current = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', follow)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useChoices = () => useSyncExternalStore(subscribe, read)
