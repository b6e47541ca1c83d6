import {
  AccountBookOutlined,
  ClusterOutlined,
  CrownOutlined,
  PayCircleOutlined,
  SmileOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { IconName } from '../route.ts'

/** Route icons are chosen by name (spec §2). */
export const icons: Record<IconName, ReactNode> = {
  smile: <SmileOutlined />,
  'account-book': <AccountBookOutlined />,
  'pay-circle': <PayCircleOutlined />,
  crown: <CrownOutlined />,
  cluster: <ClusterOutlined />,
}
