import { expect, test } from 'vitest'
import { apiFacts, type Document, factsText } from './paypalFacts.ts'
import { schemaFacts } from './paypalSchema.ts'

const issue = (name: string, sentence: string) => ({
  title: name,
  properties: {
    issue: { type: 'string', enum: [name] },
    description: { type: 'string', enum: [sentence] },
  },
})
const document: Document = {
  info: { version: '1.2' },
  paths: {
    '/things/{id}': {
      post: {
        operationId: 'things.change',
        parameters: [
          { $ref: '#/components/parameters/id' },
          { name: 'page', in: 'query', description: 'Which page.', schema: { type: 'integer' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/thing' } } },
        },
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/thing' } } },
          },
          204: {},
        },
      },
    },
  },
  components: {
    parameters: {
      id: {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Its id.',
        schema: { type: 'string', maxLength: '36' },
      },
    },
    schemas: {
      thing: {
        title: 'Thing',
        description: 'A thing.',
        required: ['title'],
        properties: {
          title: { type: 'string', description: 'Its title.' },
          inner: { $ref: '#/components/schemas/thing' },
        },
      },
      nobody: { type: 'string' },
    },
  },
}

test('an operation is written out, a schema that it refers to is kept once, and prose is gone', () => {
  const thing = { $ref: 'thing' }
  expect(apiFacts(document)).toEqual({
    version: '1.2',
    operations: {
      'POST /things/{id}': {
        id: 'things.change',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 36 } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        body: { required: true, content: { 'application/json': thing } },
        answers: { 200: { 'application/json': thing }, 204: {} },
      },
    },
    schemas: {
      thing: { required: ['title'], properties: { title: { type: 'string' }, inner: thing } },
    },
  })
})

test('alternatives that differ in the issue alone become one, without the sentences', () => {
  const facts = schemaFacts(
    { anyOf: [issue('TOO_LONG', 'It is too long.'), issue('TOO_SHORT', 'It is too short.')] },
    () => {},
  )
  expect(facts).toEqual({
    anyOf: [
      {
        properties: {
          issue: { type: 'string', enum: ['TOO_LONG', 'TOO_SHORT'] },
          description: { type: 'string' },
        },
      },
    ],
  })
})

test('alternatives that differ in anything else stay apart', () => {
  const two = [issue('TOO_LONG', ''), { ...issue('TOO_SHORT', ''), required: ['issue'] }]
  expect(schemaFacts({ anyOf: two }, () => {}).anyOf).toHaveLength(2)
})

test('a keyword that is not known stops the script', () => {
  expect(() => schemaFacts({ type: 'string', contentEncoding: 'base64' }, () => {})).toThrow(
    'unknown keyword contentEncoding',
  )
})

test('a reference that leads nowhere stops the script', () => {
  expect(() => schemaFacts({ $ref: 'other.json#/thing' }, () => {})).toThrow(
    'not a schema of the same file',
  )
  const broken = structuredClone(document)
  delete broken.components.schemas?.thing
  expect(() => apiFacts(broken)).toThrow('no schema thing')
})

test('the file has one line per operation and per schema', () => {
  const about = { source: '', commit: '', licence: '', copyright: '', changes: '' }
  const text = factsText({ about, apis: { things: apiFacts(document) } })
  expect(JSON.parse(text).apis.things).toEqual(apiFacts(document))
  expect(text.split('\n').filter((line) => /^"(POST|thing")/.test(line))).toHaveLength(2)
})
