const pieceLength = 32_768
const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

/**
 * A long text in pieces: each takes little time to encode and to pack, and between two of them
 * others have their turn.
 */
export function* inPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + pieceLength, text.length)
    // Half of a character would be written as another one.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++
    yield text.slice(at, end)
    at = end
  }
}
