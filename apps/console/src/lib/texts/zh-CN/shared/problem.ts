import { problemWords } from '@paydesk/contract/people/problemWords'
import { textsOf } from '../../words.ts'

/** What can be wrong with the money, as the home page, notices and the page of problems say it. */
export default { ...textsOf('problem.kind', problemWords, 'zh') }
