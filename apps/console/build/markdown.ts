/**
 * The part of markdown that the guide's pages use, and nothing more: headings, paragraphs, lists,
 * tables, bold, code, links, pictures.
 */
export type Heading = { level: number; id: string; html: string }
export type Resolve = {
  link: (target: string) => string
  image: (source: string) => { src: string; width: number; height: number }
}
type Block = { html: string; heading?: Heading }

export function renderMarkdown(
  text: string,
  resolve: Resolve,
): { html: string; headings: Heading[] } {
  const inline = inlineOf(resolve)
  const blocks = blocksOf(text).map((lines) => renderBlock(lines, inline))
  return {
    html: blocks.map(({ html }) => html).join('\n'),
    headings: blocks.flatMap(({ heading }) => (heading ? [heading] : [])),
  }
}

const marker = /^(?:- |\d+\. )/
/** A heading is a block of its own; any other block goes on until an empty line. */
const blocksOf = (text: string): string[][] =>
  text
    .replace(/^(#{1,3} .*)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)

function renderBlock(lines: string[], inline: Inline): Block {
  const [first = ''] = lines
  const [, marks, title = ''] = /^(#{1,3}) (.*)$/.exec(first) ?? []
  if (marks) {
    const heading = { level: marks.length, id: slugOf(title), html: inline(title) }
    return {
      heading,
      html: `<h${heading.level} id="${escapeHtml(heading.id)}">${heading.html}</h${heading.level}>`,
    }
  }
  if (first.startsWith('|')) return { html: tableOf(lines, inline) }
  if (marker.test(first)) {
    const tag = first.startsWith('- ') ? 'ul' : 'ol'
    return {
      html: `<${tag}>${lines.map((line) => `<li>${inline(line.replace(marker, ''))}</li>`).join('')}</${tag}>`,
    }
  }
  return { html: `<p>${inline(joinLines(lines))}</p>` }
}

/** A paragraph has one sentence per line. After a Chinese sentence a line break is no space. */
const joinLines = (lines: string[]) =>
  lines
    .join('\n')
    .replace(/(?<=[。！？][”’）*]*)\n/gu, '')
    .replaceAll('\n', ' ')

function tableOf([head = '', , ...rows]: string[], inline: Inline): string {
  const cells = (line: string, tag: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag.split(' ')[0]}>`)
      .join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<table><thead><tr>${cells(head, 'th scope="col"')}</tr></thead><tbody>${body}</tbody></table>`
}

type Inline = (text: string) => string
const spans =
  /`(?<code>[^`]+)`|\*\*(?<bold>.+?)\*\*|!\[(?<alt>[^\]]*)\]\((?<source>[^)\s]+)\)|\[(?<words>[^\]]+)\]\((?<target>[^)\s]+)\)/g

function inlineOf({ link, image }: Resolve): Inline {
  const span = ({
    code,
    bold,
    alt,
    source,
    words,
    target,
  }: Record<string, string | undefined>): string => {
    if (code) return `<code>${escapeHtml(code)}</code>`
    if (bold) return `<strong>${inline(bold)}</strong>`
    if (words && target) return `<a href="${escapeHtml(link(target))}">${inline(words)}</a>`
    const { src, width, height } = image(source ?? '')
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt ?? '')}" width="${width}" height="${height}">`
  }
  const inline = (text: string): string => {
    let html = ''
    let end = 0
    for (const match of text.matchAll(spans)) {
      html += escapeHtml(text.slice(end, match.index)) + span(match.groups ?? {})
      end = match.index + match[0].length
    }
    return html + escapeHtml(text.slice(end))
  }
  return inline
}

/** Makes the same ids as GitHub, so that links work in both places. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
