/** Takes a stream of server-sent events as it arrives, in pieces of any size, and answers the data of every event that is whole. */
export function eventReader(): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(dataOf).filter((data) => data !== '')
  }
}

/** Comments (the heartbeat) and other fields say nothing to us. */
const dataOf = (block: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')
