/**
 * Reads a stream of server-sent events as it arrives, in pieces of any size, and returns the data
 * of every complete event.
 */
export function eventReader(): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(dataOf).filter((data) => data !== '')
  }
}

/** Comments (the heartbeat) and other fields are ignored. */
const dataOf = (block: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')
