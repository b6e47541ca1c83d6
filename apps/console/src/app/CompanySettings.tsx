import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { withTexts } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import type { RouteName } from '../lib/routeName.ts'
import CompanySettingPage from '../people/companySetting/CompanySettingPage.tsx'

/** The tab's code and texts are loaded when it is opened. */
const RulesTab = lazyPage(withTexts(['rule'], () => import('../desk/rule/RulesTab.tsx')))
const rules = (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
    <RulesTab />
  </Suspense>
)

/**
 * The rules are a tab of the company's settings. The two features do not know each other, so this
 * file puts them together.
 */
export default function CompanySettings({ name }: { name: RouteName }) {
  return <CompanySettingPage name={name} rules={rules} />
}
