import { useState } from 'react'
import styles from './Picture.module.css'

type Props = { name: string; src: string | null; size: number; alt?: string }

/** Spec §9: how far the sign stays from the edge. */
const gap = 4

/**
 * A person's picture, or the first sign of the name. antd's own measures the page with every start,
 * for a sign that always fits.
 */
export function Picture({ name, src, size, alt = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src !== null && src !== failed
  return (
    <span
      className={styles.picture}
      style={{ width: size, height: size, fontSize: (size - 2 * gap) * 0.75 }}
      {...(!shown && alt && { role: 'img', 'aria-label': alt })}
    >
      {shown ? (
        <img src={src} alt={alt} width={size} height={size} onError={() => setFailed(src)} />
      ) : (
        <span aria-hidden>{[...name][0]}</span>
      )}
    </span>
  )
}
