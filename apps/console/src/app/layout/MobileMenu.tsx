import { Drawer } from 'antd'
import { direction, t } from '../../lib/i18n.ts'
import type { Route } from '../route.ts'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'

type Props = {
  open: boolean
  onClose: () => void
  routes: readonly Route[]
  current: string | undefined
}

export default function MobileMenu({ open, onClose, routes, current }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={272}
      placement={direction === 'rtl' ? 'right' : 'left'}
      title={
        <>
          <span className="visually-hidden">{t('layout.navigation')}</span>
          <Brand />
        </>
      }
      styles={{ header: { padding: '12px 16px' }, body: { padding: 8 } }}
    >
      <Navigation mode="inline" label={t('layout.navigation')} {...{ routes, current }} />
    </Drawer>
  )
}
