import fc from 'fast-check'

/** JSON that `JSON.stringify` cannot write: it stands in the body as it is. */
export class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** Stands for an id that is known only when the request is sent. */
export class AnId {
  readonly whose: 'ours' | 'theirs'
  readonly index: number
  constructor(whose: 'ours' | 'theirs', index: number) {
    this.whose = whose
    this.index = index
  }
}

/** A field that is left out. */
export const missing = Symbol('missing')

/** Texts that some reader somewhere takes for more than text. */
const pieces = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202eexe.fdp',
  '\u200f\u061c',
  '\ufeff',
  '\uffff',
  '\u2028',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  'İıſK',
  "'; drop table bill; --",
  "' or 1=1 --",
  '") or true --',
  '\\',
  '%',
  '_%\\',
  '*:* & !(',
  "a' <-> b",
  '$1',
  '$\u007b7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '=cmd|"/c calc"!A0',
  '+1+1',
  '@SUM(A1)',
  '../../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '１２３',
  '[]',
  '{}',
  '(a+)+$',
  '\r\nSet-Cookie: a=b',
  'a,b;c|d&e=f#g?h',
]

const longText = fc
  .tuple(
    fc.constantFrom('x', ' ', '(', '[', '"', ',', '\\', '%', '9', 'é', '文', '🙂', 'a ', '\u0000'),
    fc.constantFrom(101, 256, 2_001, 5_000, 20_000),
  )
  .map(([piece, times]) => piece.repeat(times))

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...pieces) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 5 })
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: longText },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
)

export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    -1,
    1.5,
    0.1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e21,
    1e308,
    5e-324,
    new Raw('-0'),
    new Raw('1e999'),
    new Raw('-1e999'),
    new Raw(`1${'0'.repeat(400)}`),
    new Raw('0.1000000000000000055511151231257827'),
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const dates = [
  '2026-01-31',
  '2024-02-29',
  '2023-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01',
  '1582-10-10',
  '1969-12-31',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',
  '-000001-01-01',
]
export const times = [
  '2026-01-31T00:00:00Z',
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-01-31T00:00:00+18:00',
  '2026-01-31T00:00:00.123456789Z',
  '2024-02-29T12:00:00Z',
  '-271821-04-20T00:00:00Z',
]

export const someId: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(500).map((index) => new AnId('theirs', index)) },
  { weight: 3, arbitrary: fc.nat(20).map((index) => new AnId('ours', index)) },
  { weight: 1, arbitrary: fc.uuid() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ),
  },
)

const deep = fc
  .constantFrom(50, 1_000, 20_000)
  .chain((depth) =>
    fc.constantFrom(
      new Raw('['.repeat(depth) + ']'.repeat(depth)),
      new Raw(`${'{"a":'.repeat(depth)}null${'}'.repeat(depth)}`),
    ),
  )

const polluting = fc.constantFrom(
  new Raw('{"__proto__":{"isAdmin":true}}'),
  new Raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new Raw('{"toString":1,"valueOf":2,"then":3}'),
  new Raw('{"a":1,"a":2}'),
  new Raw('{"length":1e9,"0":1}'),
)

/** A value of whatever type, where another one is expected. */
export const wrong: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], [[]], {}, [null], { toString: 1 }),
  },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: polluting },
  { weight: 1, arbitrary: someId },
  { weight: 1, arbitrary: fc.constantFrom(...dates, ...times) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Array.from({ length: 3_000 }, () => 1),
      Array.from({ length: 3_000 }, () => 'x'),
    ),
  },
)
