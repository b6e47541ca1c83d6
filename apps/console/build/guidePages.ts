/**
 * Turns docs/guide into files to serve: one static page per markdown file. The pages run no script
 * and use no style sheet but guide.css.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { escapeHtml, type Heading, renderMarkdown } from './markdown.ts'

const source = new URL('../../../docs/guide/', import.meta.url)

export const guideLocales = ['zh-CN', 'en-US'] as const
type Locale = (typeof guideLocales)[number]

/** The pages in the order of the table of contents. */
export const guidePages = [
  'start',
  'daily',
  'bill',
  'money',
  'refund',
  'report',
  'admin',
  'paypal',
  'platform',
] as const
type PageName = (typeof guidePages)[number]

const words = {
  'zh-CN': {
    title: '收款管理使用指南',
    contents: '目录',
    here: '本页内容',
    app: '打开收款管理',
    language: '简体中文',
    next: '下一页',
  },
  'en-US': {
    title: 'Paydesk user guide',
    contents: 'Contents',
    here: 'On this page',
    app: 'Open Paydesk',
    language: 'English',
    next: 'Next',
  },
} satisfies Record<Locale, Record<string, string>>

type Rendered = { name: PageName; title: string; html: string; headings: Heading[] }

/** The files of the guide by their path under /guide/. */
export function guideFiles(): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>([
    ['guide.css', readFileSync(new URL('guide.css', import.meta.url), 'utf8')],
  ])
  for (const locale of guideLocales) {
    const pages = guidePages.map((name) => readPage(locale, name))
    for (const page of pages)
      files.set(`${locale}/${page.name}.html`, documentOf(locale, page, pages))
    for (const image of globSync(`images/${locale}/*.png`, { cwd: source }))
      files.set(image, readFileSync(new URL(image, source)))
  }
  return files
}

function readPage(locale: Locale, name: PageName): Rendered {
  const { html, headings } = renderMarkdown(
    readFileSync(new URL(`${locale}/${name}.md`, source), 'utf8'),
    {
      link: (target) => target.replace(/^(\w+)\.md/, `/guide/${locale}/$1`),
      image: (path) => ({
        src: path.replace(/^\.\./, '/guide'),
        ...pngSizeOf(new URL(`${locale}/${path}`, source)),
      }),
    },
  )
  return {
    name,
    html,
    title: headings[0]?.html ?? name,
    headings: headings.filter(({ level }) => level === 2),
  }
}

/**
 * A picture's size, for its tag: with it the text does not jump when the picture arrives. A picture
 * that is not yet taken must not stop the build.
 */
function pngSizeOf(file: URL) {
  const png = existsSync(file) ? readFileSync(file) : undefined
  return { width: png?.readUInt32BE(16) ?? 1280, height: png?.readUInt32BE(20) ?? 800 }
}

function documentOf(
  locale: Locale,
  { name, title, html, headings }: Rendered,
  pages: Rendered[],
): string {
  const t = words[locale]
  const other = locale === 'zh-CN' ? 'en-US' : 'zh-CN'
  const next = pages[guidePages.indexOf(name) + 1]
  const entry = (page: Rendered) =>
    `<li><a href="/guide/${locale}/${page.name}"${page.name === name ? ' aria-current="page"' : ''}>${page.title}</a></li>`
  const here = headings
    .map(({ id, html: text }) => `<li><a href="#${escapeHtml(id)}">${text}</a></li>`)
    .join('')
  const [h1 = '', ...rest] = html.split('\n')
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${t.title}</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<header>
<a class="brand" href="/guide/${locale}/start"><img src="/logo.svg" alt="" width="24" height="24">${t.title}</a>
<a href="/guide/${other}/${name}" lang="${other}" hreflang="${other}">${words[other].language}</a>
<a href="/welcome">${t.app}</a>
</header>
<div class="columns">
<main>
${h1}
<nav class="here" aria-label="${t.here}"><ul>${here}</ul></nav>
${rest.join('\n')}
${next ? `<p class="next">${t.next}: <a href="/guide/${locale}/${next.name}">${next.title}</a></p>` : ''}
</main>
<nav class="contents" aria-label="${t.contents}"><p>${t.contents}</p><ol>${pages.map(entry).join('')}</ol></nav>
</div>
</body>
</html>
`
}
