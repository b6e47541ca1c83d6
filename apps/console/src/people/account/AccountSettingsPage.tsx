import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useWide } from '../../ui/useWide.ts'
import { BasicSection } from './BasicSection.tsx'
import { BindingSection } from './BindingSection.tsx'
import { NotificationSection } from './NotificationSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import styles from './Settings.module.css'

/**
 * Spec §2: the four sections, in its order. The address names the open one, so that
 * links and Back work.
 */
const sections = {
  basic: BasicSection,
  security: SecuritySection,
  binding: BindingSection,
  notification: NotificationSection,
}
type Section = keyof typeof sections

export default function AccountSettingsPage({ name }: { name: RouteName }) {
  const [search, setSearch] = useSearchParams()
  const wide = useWide()
  const asked = search.get('section')
  const active = asked !== null && Object.hasOwn(sections, asked) ? (asked as Section) : 'basic'
  return (
    <Page name={name}>
      <div className={styles.card}>
        <Tabs
          tabPlacement={wide ? 'start' : 'top'}
          activeKey={active}
          onChange={(section) => setSearch(section === 'basic' ? {} : { section })}
          items={Object.entries(sections).map(([key, Content]) => ({
            key,
            label: t(`account.${key as Section}`),
            children: key === active && <Content />,
          }))}
        />
      </div>
    </Page>
  )
}
