import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { withTexts } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import type { RouteName } from '../lib/routeName.ts'
import CompanySettingPage from '../people/companySetting/CompanySettingPage.tsx'

/** It comes with its code and texts when its tab is opened. */
const RulesTab = lazyPage(withTexts(['rule'], () => import('../desk/rule/RulesTab.tsx')))
const rules = (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
    <RulesTab />
  </Suspense>
)

/** The rules stand among the company's settings, as a tab. The two features do not know each other, so they are put together here. */
export default function CompanySettings({ name }: { name: RouteName }) {
  return <CompanySettingPage name={name} rules={rules} />
}
