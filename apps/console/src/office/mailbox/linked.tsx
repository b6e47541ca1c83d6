import type { ReactNode } from 'react'

/** A text with its links made to be clicked. Only http(s), and only as text: what comes from elsewhere is never markup. */
export const linked = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/[^\s）)]+)/).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={piece} href={piece}>
        {piece}
      </a>
    ) : (
      piece
    ),
  )
