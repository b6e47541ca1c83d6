import layout from './app/layout.ts'
import bill from './shared/bill.ts'
import problem from './shared/problem.ts'
import statement from './shared/statement.ts'
import ui from './ui.ts'

export default { ...layout, ...ui, ...bill, ...problem, ...statement }
