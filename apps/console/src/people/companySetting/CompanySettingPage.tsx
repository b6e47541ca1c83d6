import {
  type CompanySetting,
  companySettingApi,
  type SettingTab,
} from '@paydesk/contract/people/companySetting'
import { Button, Skeleton, Tabs } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Time } from '../../ui/Time.tsx'
import { useWide } from '../../ui/useWide.ts'
import { ApprovalTab } from './ApprovalTab.tsx'
import { BillingTab } from './BillingTab.tsx'
import styles from './CompanySettingPage.module.css'
import { NotificationsTab } from './NotificationsTab.tsx'
import { ReconciliationTab } from './ReconciliationTab.tsx'
import { RetentionTab } from './RetentionTab.tsx'
import { RoutingTab } from './RoutingTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'

/** One form per tab of the contract, in the contract's order. */
const tabs: Record<SettingTab, ComponentType<{ setting: CompanySetting }>> = {
  billing: BillingTab,
  routing: RoutingTab,
  approval: ApprovalTab,
  reconciliation: ReconciliationTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  retention: RetentionTab,
}

const keys = [...Object.keys(tabs), 'rules'] as (SettingTab | 'rules')[]

/** `rules` is not a part of the settings' record but the list of another feature. */
export default function CompanySettingPage({ name, rules }: { name: RouteName; rules: ReactNode }) {
  const { data, error, refetch } = useApi(companySettingApi.read, {})
  const [search, setSearch] = useSearchParams()
  const wide = useWide()
  const asked = search.get('tab')
  const active = keys.find((key) => key === asked) ?? 'billing'
  return (
    <Page name={name} extra={data && <LastChange {...data} />}>
      <div className={styles.card}>
        {!data && error && (
          <div className={styles.failed}>
            <span>{t('setting.failed')}</span>
            <Button onClick={() => refetch()}>{t('action.retry')}</Button>
          </div>
        )}
        {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
        {data && (
          <Tabs
            tabPlacement={wide ? 'start' : 'top'}
            activeKey={active}
            onChange={(tab) => setSearch(tab === 'billing' ? {} : { tab })}
            items={keys.map((key) => ({
              key,
              label: t(`setting.${key}`),
              children:
                key === active && (key === 'rules' ? rules : <Tab tab={key} setting={data} />),
            }))}
          />
        )}
      </div>
    </Page>
  )
}

function Tab({ tab, setting }: { tab: SettingTab; setting: CompanySetting }) {
  const Content = tabs[tab]
  return <Content setting={setting} />
}

const LastChange = ({ updatedBy, updatedAt }: CompanySetting) => (
  <span className={styles.lastChange}>
    {updatedAt ? (
      <>
        {t('setting.updated', { name: updatedBy ?? '' })} <Time at={updatedAt} />
      </>
    ) : (
      t('setting.never')
    )}
  </span>
)
