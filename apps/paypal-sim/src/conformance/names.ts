import type { Schema } from '@paydesk/paypal/facts/facts'

type Schemas = Record<string, Schema>

/** What a schema names at one place, over all the schemas that it is composed of. */
export class Shape {
  readonly #schemas: Schemas
  readonly #properties = new Map<string, Schema[]>()
  readonly #items: Schema[] = []
  readonly #inner = new Map<string, Shape>()
  #item: Shape | undefined

  constructor(schemas: Schemas, parts: Schema[]) {
    this.#schemas = schemas
    const met = new Set<Schema>()
    for (const part of parts) this.#take(part, met)
  }

  #take(part: Schema, met: Set<Schema>): void {
    if (met.has(part)) return
    met.add(part)
    if (typeof part.$ref === 'string') this.#take(this.#schemas[part.$ref] ?? {}, met)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const one of (part[keyword] as Schema[] | undefined) ?? []) this.#take(one, met)
    for (const [name, schema] of Object.entries((part.properties as Schemas | undefined) ?? {}))
      this.#properties.set(name, [...(this.#properties.get(name) ?? []), schema])
    if (part.items) this.#items.push(part.items as Schema)
  }

  /** No schema says what an object holds here. */
  get isOpen(): boolean {
    return this.#properties.size === 0
  }

  /** Shapes are made when they are first met: most of what PayPal publishes is never sent. */
  of(name: string): Shape | undefined {
    const known = this.#inner.get(name)
    if (known) return known
    const schemas = this.#properties.get(name)
    if (!schemas) return undefined
    const made = new Shape(this.#schemas, schemas)
    this.#inner.set(name, made)
    return made
  }

  get item(): Shape {
    this.#item ??= new Shape(this.#schemas, this.#items)
    return this.#item
  }
}

/**
 * Reports every property that the shape does not name, at any depth, and every object about which
 * it says nothing.
 */
export function reportNames(
  value: unknown,
  shape: Shape,
  report: (what: string) => void,
  path = '',
): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) reportNames(one, shape.item, report, `${path}/*`)
    return
  }
  const names = Object.keys(value)
  if (names.length > 0 && shape.isOpen) report(`${path || '/'} is described by no schema`)
  else
    for (const name of names) {
      const inner = shape.of(name)
      if (inner)
        reportNames((value as Record<string, unknown>)[name], inner, report, `${path}/${name}`)
      else report(`${path}/${name} is not a property`)
    }
}
