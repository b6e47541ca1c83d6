import { scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { denied, invalid, notFound } from '../http/refusal.ts'
import { type Context, created, ok, type Route } from '../http/route.ts'
import type { TemplateRecord } from '../record/template.ts'
import type { World } from '../world/world.ts'

const systemNames = ['Quantity', 'Hours', 'Amount']
const systemId = (index: number) => `TEMP-${String(index + 1).padStart(17, '0')}`
const path = '/v2/invoicing/templates'

/** Three that PayPal provides and nobody can delete, then up to fifty of the account's own. */
function all(world: World, accountId: string): TemplateRecord[] {
  const system = systemNames.map((name, index) => ({
    id: systemId(index),
    accountId,
    name,
    wire: { unit_of_measure: name.toUpperCase(), default_template: index === 0 },
  }))
  return [...system, ...[...world.templates.values()].filter((t) => t.accountId === accountId)]
}

const isSystem = (id: string) => systemNames.some((_, index) => systemId(index) === id)

function find(context: Context): TemplateRecord {
  const template = all(context.world, context.account.id).find(
    (t) => t.id === context.params.template_id,
  )
  if (!template) throw notFound()
  return template
}

function render(world: World, template: TemplateRecord) {
  return {
    ...template.wire,
    id: template.id,
    name: template.name,
    standard_template: isSystem(template.id),
    links: [link(world, 'self', `${path}/${template.id}`)],
  }
}

function readName(context: Context, own?: string): { name: string; wire: Record<string, unknown> } {
  const body = new Reader(context.body ?? {})
  const name = body.field('name').text(500, { required: true, min: 1 }) ?? ''
  body.finish()
  if (all(context.world, context.account.id).some((t) => t.name === name && t.id !== own))
    throw invalid('TEMPLATE_NAME_ALREADY_EXISTS', '/name', name)
  const {
    id: _,
    links: __,
    standard_template: ___,
    ...wire
  } = body.value as Record<string, unknown>
  return { name, wire }
}

export const templateRoutes: Route[] = [
  {
    operation: 'templates.list',
    method: 'GET',
    path,
    scopes: [scope.invoiceRead, scope.invoiceWrite],
    handle: ({ world, account }) =>
      ok({
        templates: all(world, account.id).map((t) => render(world, t)),
        links: [link(world, 'self', path)],
      }),
  },
  {
    operation: 'templates.create',
    method: 'POST',
    path,
    scopes: [scope.invoiceWrite],
    handle: (context) => {
      const { world, account } = context
      const { name, wire } = readName(context)
      if (all(world, account.id).length >= 53) throw invalid('MAX_TEMPLATES_EXCEEDED')
      const template = { id: world.id.template(), accountId: account.id, name, wire }
      world.templates.put(template.id, template)
      world.effect('template.created', template.id)
      return created(render(world, template), template.id)
    },
  },
  {
    operation: 'templates.get',
    method: 'GET',
    path: `${path}/{template_id}`,
    scopes: [scope.invoiceRead, scope.invoiceWrite],
    handle: (context) => ok(render(context.world, find(context))),
  },
  {
    operation: 'templates.update',
    method: 'PUT',
    path: `${path}/{template_id}`,
    scopes: [scope.invoiceWrite],
    handle: (context) => {
      const template = find(context)
      if (isSystem(template.id)) throw denied('CANNOT_UPDATE_GLOBAL_TEMPLATE')
      const next = { ...template, ...readName(context, template.id) }
      context.world.templates.put(next.id, next)
      context.world.effect('template.updated', next.id)
      return ok(render(context.world, next))
    },
  },
  {
    operation: 'templates.delete',
    method: 'DELETE',
    path: `${path}/{template_id}`,
    scopes: [scope.invoiceWrite],
    media: 'none',
    handle: (context) => {
      const template = find(context)
      if (isSystem(template.id)) throw denied('CANNOT_DELETE_GLOBAL_TEMPLATE')
      context.world.templates.delete(template.id)
      context.world.effect('template.deleted', template.id)
      return ok()
    },
  },
]
