import type { ReactNode } from 'react'

/**
 * Makes the links of a text clickable. Only http(s) links count, and the rest stays text: foreign
 * content is never treated as markup.
 */
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
