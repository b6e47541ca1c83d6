import { paths } from '@paydesk/contract/lib/paths'
import { useEffect, useRef, useState } from 'react'
import { type Locale, localeKey } from '../../lib/locale.ts'
import { useTitle } from '../../ui/page/useTitle.ts'
import { type Choices, choicesKey } from '../settings.ts'
import styles from './Gallery.module.css'
import { Parts } from './Parts.tsx'

type Look = { name: string; locale: Locale; choices: Partial<Choices>; width: number }
const looks: readonly Look[] = [
  { name: '简体中文', locale: 'zh-CN', choices: {}, width: 1100 },
  { name: 'English', locale: 'en-US', choices: {}, width: 1100 },
  { name: 'English, dark', locale: 'en-US', choices: { navTheme: 'realDark' }, width: 1100 },
  { name: '简体中文, colour-weak', locale: 'zh-CN', choices: { colorWeak: true }, width: 1100 },
  { name: 'العربية', locale: 'ar-EG', choices: {}, width: 1100 },
  { name: '简体中文, 390 px', locale: 'zh-CN', choices: {}, width: 390 },
]

const isFramed = window.parent !== window
// A frame keeps the look with which it started; the console follows what other tabs choose.
if (isFramed) window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)

/**
 * Every part of ui/ in its states, in several languages and themes on one page; for development
 * only. Language and theme are read once, when a page starts, so each look is a page in a frame of
 * its own, started after the one before.
 */
export default function GalleryPage() {
  useTitle('Gallery')
  return isFramed ? <Parts /> : <Frames />
}

function Frames() {
  const [started, setStarted] = useState(0)
  const kept = useRef<[string, string | null][]>(
    [localeKey, choicesKey].map((key) => [key, localStorage.getItem(key)]),
  )
  const look = looks[started]
  // The frame that is started next finds its look where a person's choice is kept; at the end that
  // choice is there again.
  if (look) {
    localStorage.setItem(localeKey, look.locale)
    localStorage.setItem(choicesKey, JSON.stringify(look.choices))
  }
  useEffect(() => {
    if (look) return
    for (const [key, value] of kept.current)
      value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)
  }, [look])
  return (
    <main className={styles.frames}>
      {looks.slice(0, started + 1).map(({ name, width }) => (
        <figure key={name} className={styles.frame}>
          <figcaption>{name}</figcaption>
          <Frame name={name} width={width} onStarted={() => setStarted((count) => count + 1)} />
        </figure>
      ))}
      <p role="status" className="visually-hidden">
        {look ? look.name : 'Complete'}
      </p>
    </main>
  )
}

/** As high as what it shows. It has started once its parts are there. */
function Frame({ name, width, onStarted }: { name: string; width: number; onStarted: () => void }) {
  const [height, setHeight] = useState(200)
  const watch = (frame: HTMLIFrameElement) => {
    const shown = frame.contentDocument
    const parts = shown?.querySelector('[data-parts]')
    if (!shown || !parts) return void setTimeout(() => watch(frame), 50)
    const measure = () => setHeight(parts.scrollHeight + 32)
    new ResizeObserver(measure).observe(parts)
    onStarted()
  }
  return (
    <iframe
      title={name}
      src={paths.gallery()}
      style={{ width, height }}
      onLoad={(event) => watch(event.currentTarget)}
    />
  )
}
