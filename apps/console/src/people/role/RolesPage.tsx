import { Tabs } from 'antd'
import { t } from '../../lib/i18n.ts'
import { anyText } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useListQuery } from '../../ui/table/useListQuery.ts'
import { MatrixTab } from './MatrixTab.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'

const filters = {
  tab: ['matrix', 'permissions'],
  name: anyText,
  platform: /^[1-9]\d{0,3}$/,
} as const

export default function RolesPage({ name }: { name: RouteName }) {
  const { query, setFilter } = useListQuery(filters)
  const { tab = 'matrix', name: groupName, platform = '1' } = query
  return (
    <Page name={name}>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) =>
          setFilter({
            tab: key === 'matrix' ? undefined : 'permissions',
            name: undefined,
            platform: undefined,
          })
        }
        items={[
          { key: 'matrix', label: t('role.matrix'), children: <MatrixTab /> },
          {
            key: 'permissions',
            label: t('permission.tab'),
            children: (
              <PermissionsTab
                platformId={Number(platform)}
                groupName={groupName}
                onPlatform={(next) =>
                  setFilter({ platform: next === 1 ? undefined : String(next), name: undefined })
                }
                onGroupName={(next) => setFilter({ name: next })}
              />
            ),
          },
        ]}
      />
    </Page>
  )
}
