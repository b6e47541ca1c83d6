import { expect, test } from 'vitest'
import { workbookOf } from './xlsx.ts'

test('a batch that cannot be read ends the file with an error, and nothing else', async () => {
  async function* batches() {
    yield { text: '<row/>', rows: 1 }
    throw new Error('the session has ended')
  }
  const reading = async () => {
    for await (const _ of workbookOf(['A'], batches()));
  }
  await expect(reading()).rejects.toThrow('the session has ended')
})
