import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guideFiles, guideLocales, guidePages } from '../../apps/console/build/guidePages.ts'
import { renderMarkdown } from '../../apps/console/build/markdown.ts'
import { guideParts } from '../../apps/console/src/app/guide.ts'

const root = 'docs/guide'
const namesIn = (pattern: string) => globSync(pattern, { cwd: root }).sort()
const without = (names: string[], part: string) => names.map((name) => name.replace(part, '…'))
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const imagesOf = (text: string) =>
  [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => String(match[1]))

describe('the user guide', () => {
  test('has the same pages and pictures in both languages', () => {
    for (const kind of ['%/*.md', 'images/%/*.png']) {
      const [zh, en] = guideLocales.map((locale) =>
        without(namesIn(kind.replace('%', locale)), locale),
      )
      expect(en).toEqual(zh)
      expect(zh?.length).toBeGreaterThan(7)
    }
    for (const locale of guideLocales)
      expect(without(namesIn(`${locale}/*.md`), locale)).toEqual(
        [...guidePages].map((page) => `…/${page}.md`).sort(),
      )
  })

  test('has the same sections and pictures in both languages, in the same order', () => {
    for (const page of guidePages) {
      const [zh, en] = guideLocales.map((locale) => {
        const text = read(`${locale}/${page}.md`)
        return {
          sections: text.match(/^## /gm)?.length,
          images: imagesOf(text).map((image) => image.replace(locale, '…')),
        }
      })
      expect(en, page).toEqual(zh)
    }
  })

  test('every picture that a page shows exists, and every picture that exists is shown', () => {
    for (const locale of guideLocales) {
      const shown = guidePages
        .flatMap((page) => imagesOf(read(`${locale}/${page}.md`)))
        .map((image) => image.replace('../', ''))
      expect(shown.sort()).toEqual(namesIn(`images/${locale}/*.png`))
    }
  })

  test('every link leads to a page and a heading that are there', () => {
    const files = guideFiles()
    for (const [path, content] of files) {
      if (!path.endsWith('.html')) continue
      for (const [, href = ''] of String(content).matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (href === '/welcome' || href === '/logo.svg') continue
        const [target = '', anchor] = href.startsWith('#')
          ? [`/guide/${path}`, href.slice(1)]
          : href.split('#')
        const file = target.replace('/guide/', '').replace(/^([\w-]+\/\w+)$/, '$1.html')
        expect(files.has(file), `${path}: ${href}`).toBe(true)
        if (anchor) expect(String(files.get(file)), `${path}: ${href}`).toContain(`id="${anchor}"`)
      }
    }
  })

  test('every part of the console has its page', () => {
    for (const [, page] of guideParts)
      expect(existsSync(`${root}/zh-CN/${page}.md`), page).toBe(true)
  })

  test('pages run no script and style nothing inline, which the console’s policy forbids anyway', () => {
    for (const [path, content] of guideFiles())
      if (path.endsWith('.html'))
        expect(String(content)).not.toMatch(/<script|<style|style=|\son\w+=/)
  })
})

test('a page’s text is escaped: no markup comes through', () => {
  const resolve = {
    link: (target: string) => target,
    image: (src: string) => ({ src, width: 1, height: 2 }),
  }
  const { html, headings } = renderMarkdown(
    '# A & B\n\n<script>x</script> **bold `<i>`** [q"](admin.md)\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | `2` |',
    resolve,
  )
  expect(html.split('\n')).toEqual([
    '<h1 id="a--b">A &amp; B</h1>',
    '<p>&lt;script&gt;x&lt;/script&gt; <strong>bold <code>&lt;i&gt;</code></strong> <a href="admin.md">q&quot;</a></p>',
    '<ul><li>one</li><li>two</li></ul>',
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table>',
  ])
  expect(headings).toEqual([{ level: 1, id: 'a--b', html: 'A &amp; B' }])
})
