import type { Language } from './text.ts'

/** Markup that is already safe; everything else is escaped when it enters a template. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeText = (text: string) => text.replace(/[&<>"']/g, (c) => entities[c] ?? c)

type Part = string | number | Markup | undefined | false | (Markup | undefined | false)[]

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(write).join('')
  return escapeText(String(part))
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(
    strings.reduce(
      (out, string, i) => out + string + (i < parts.length ? write(parts[i]) : ''),
      '',
    ),
  )

const styles = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--line:#d0d7de;--card:#fff;
  --ground:#f3f5f8;--accent:#0550ae;--on:#fff;--good:#116329;--warn:#7d4e00;--bad:#a40e26}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9ea7b3;--line:#3d444d;--card:#161b22;
  --ground:#0d1117;--accent:#79b8ff;--on:#0d1117;--good:#56d364;--warn:#e3b341;--bad:#ff8182}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
  font:15px/1.5 system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
header,main{max-width:1180px;margin:0 auto;padding:16px}
header{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:baseline;justify-content:space-between}
h1{font-size:20px;margin:0}h2{font-size:16px;margin:0 0 10px}
a{color:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;
  margin:0 0 16px}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(300px,1fr))}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:7px 10px;border-bottom:1px solid var(--line);vertical-align:top;
  white-space:nowrap}
th{color:var(--soft);font-weight:600}
.n,th.n{text-align:end;font-variant-numeric:tabular-nums}
.soft{color:var(--soft)}
code{font:13px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:normal}
form.line{display:flex;flex-wrap:wrap;gap:8px;align-items:end}
label{display:block;font-size:13px;color:var(--soft)}
input,select,button{font:inherit;color:inherit;padding:8px 10px;border:1px solid var(--soft);
  border-radius:8px;background:var(--card);min-height:40px;max-width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--on);cursor:pointer;
  font-weight:600}
button.plain{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.tag{display:inline-block;border:1px solid currentColor;border-radius:999px;padding:0 9px;
  font-size:13px}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
.said{border-inline-start:4px solid var(--accent)}
.pay{max-width:560px;margin:0 auto}
.total{font-size:32px;font-weight:700;font-variant-numeric:tabular-nums;margin:4px 0 12px}
td code{white-space:nowrap}
td details code{white-space:normal}
fieldset{border:1px solid var(--line);border-radius:8px;margin:0 0 14px;padding:10px 14px}
fieldset label{display:flex;gap:10px;align-items:center;color:var(--ink);font-size:15px;
  min-height:40px}
fieldset input[type=radio]{min-height:0;width:20px;height:20px}
.pay input[type=text]{width:100%}.pay button{width:100%;min-height:48px;font-size:17px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 14px;margin:0}dt{color:var(--soft)}
  dd{margin:0;text-align:end;font-variant-numeric:tabular-nums}
@media (max-width:640px){header,main{padding:12px}.card{padding:14px}form.line>*{flex:1 1 100%}}
`

export function document(language: Language, title: string, body: Markup): string {
  return `<!doctype html>${
    html`<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>${new Markup(styles)}</style></head><body>${body}</body></html>`.text
  }`
}
