import { currencyExponent, fromWire } from '@paydesk/paypal/money'
import { type Issue, Refused } from './refusal.ts'

/**
 * Reads a request body field by field, collecting every fault with its JSON pointer, as
 * PayPal reports them.
 */
export class Reader {
  readonly value: unknown
  readonly pointer: string
  readonly #issues: Issue[]

  constructor(value: unknown, pointer = '', issues: Issue[] = []) {
    this.value = value
    this.pointer = pointer
    this.#issues = issues
  }

  /** Throws 400 with every fault found; a body is refused as a whole. */
  finish(): void {
    if (this.#issues.length) throw new Refused('INVALID_REQUEST', this.#issues)
  }

  get present(): boolean {
    return this.value !== undefined && this.value !== null
  }

  fault(issue: string): undefined {
    const value =
      typeof this.value === 'string' || typeof this.value === 'number'
        ? String(this.value).slice(0, 100)
        : undefined
    this.#issues.push({
      issue,
      field: this.pointer || '/',
      location: 'body',
      ...(value === undefined ? {} : { value }),
    })
  }

  field(name: string): Reader {
    const inner =
      typeof this.value === 'object' && this.value !== null
        ? (this.value as Record<string, unknown>)[name]
        : undefined
    return new Reader(inner, `${this.pointer}/${name}`, this.#issues)
  }

  object(required = false): Reader | undefined {
    if (!this.present) return required ? this.fault('MISSING_REQUIRED_PARAMETER') : undefined
    return typeof this.value === 'object' && !Array.isArray(this.value)
      ? this
      : this.fault('INVALID_PARAMETER_SYNTAX')
  }

  list(max: number): Reader[] {
    if (!this.present) return []
    if (!Array.isArray(this.value)) {
      this.fault('INVALID_PARAMETER_SYNTAX')
      return []
    }
    if (this.value.length > max) this.fault('INVALID_ARRAY_MAX_ITEMS')
    return this.value
      .slice(0, max)
      .map((inner, index) => new Reader(inner, `${this.pointer}/${index}`, this.#issues))
  }

  text(
    max: number,
    options: { required?: boolean; pattern?: RegExp; min?: number } = {},
  ): string | undefined {
    if (!this.present)
      return options.required ? this.fault('MISSING_REQUIRED_PARAMETER') : undefined
    if (typeof this.value !== 'string') return this.fault('INVALID_PARAMETER_SYNTAX')
    if (this.value.length > max) return this.fault('INVALID_STRING_MAX_LENGTH')
    if (this.value.length < (options.min ?? 0)) return this.fault('INVALID_STRING_LENGTH')
    if (options.pattern && !options.pattern.test(this.value))
      return this.fault('INVALID_PARAMETER_SYNTAX')
    return this.value
  }

  flag(): boolean | undefined {
    if (!this.present) return undefined
    return typeof this.value === 'boolean' ? this.value : this.fault('INVALID_PARAMETER_SYNTAX')
  }

  oneOf<T extends string>(values: readonly T[], required = false): T | undefined {
    if (!this.present) return required ? this.fault('MISSING_REQUIRED_PARAMETER') : undefined
    return values.find((value) => value === this.value) ?? this.fault('INVALID_PARAMETER_SYNTAX')
  }

  date(): string | undefined {
    const text = this.text(10, { pattern: /^\d{4}-\d{2}-\d{2}$/ })
    return text !== undefined && Number.isNaN(Date.parse(text))
      ? this.fault('INVALID_PARAMETER_SYNTAX')
      : text
  }

  /** Reads decimal text in a range and keeps it as text, for percentages and quantities. */
  decimal(range: [number, number], required = false): string | undefined {
    const text = this.text(14, { required, pattern: /^-?\d+(\.\d{1,5})?$/ })
    if (text === undefined) return undefined
    return Number(text) < range[0] || Number(text) > range[1]
      ? this.fault('INVALID_PARAMETER_SYNTAX')
      : text
  }

  money(currency: string, range?: [number, number], required = false): number | undefined {
    const object = this.object(required)
    if (!object) return undefined
    const code = object.field('currency_code').text(3, { required: true, min: 3 })
    const value = object
      .field('value')
      .text(32, { required: true, pattern: /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/ })
    if (code === undefined || value === undefined) return undefined
    if (code !== currency) return object.field('currency_code').fault('NOT_SUPPORTED')
    let minor: number
    try {
      minor = fromWire({ currency_code: code, value }).amountMinor
    } catch {
      return object
        .field('value')
        .fault(currencyExponent[code] === 0 ? 'INVALID_INTEGER_VALUE' : 'INVALID_DECIMAL_VALUE')
    }
    const unit = 10 ** (currencyExponent[code] ?? 2)
    if (range && (minor < range[0] * unit || minor > range[1] * unit))
      return object.field('value').fault('INVALID_PARAMETER_SYNTAX')
    return minor
  }
}
