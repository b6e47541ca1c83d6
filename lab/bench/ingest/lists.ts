import pg from 'pg'
import type { Volume as World } from '../../stack/options.ts'

const connections = 2
/**
 * What people's screens ask for all day: a page of the list with its tabs' figures, a search, the
 * home page's sums.
 */
const questions = [
  'select id, number, status, total_minor from bill where company_id = $1 order by created_at desc, id desc limit 50',
  'select status, count(*), sum(due_minor) from bill where company_id = $1 group by status',
  `select count(*) from bill where company_id = $1 and number like '%77%'`,
  'select currency, class, sum(gross_minor), sum(fee_minor) from paypal_transaction where company_id = $1 group by 1, 2',
]

/**
 * Asks the database for lists, without a pause, until `work` is done. Says how many were answered.
 */
export async function withLists<T>(
  { ownerUrl, accounts }: World,
  work: () => Promise<T>,
): Promise<T & { lists: number }> {
  let over = false
  let lists = 0
  const asking = Array.from({ length: connections }, async (_, n) => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    for (let turn = n; !over; turn++) {
      const { companyId } = accounts[turn % accounts.length] as World['accounts'][number]
      await client.query(questions[turn % questions.length] as string, [companyId])
      lists++
    }
    await client.end()
  })
  try {
    const result = await work()
    return Object.assign(result as T & { lists: number }, { lists })
  } finally {
    over = true
    await Promise.all(asking)
  }
}
