import { LogoutOutlined, SettingOutlined } from '@ant-design/icons'
import { paths } from '@paydesk/contract/lib/paths'
import { Dropdown, type MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { signOut } from '../../../lib/api/signOut.ts'
import { t } from '../../../lib/i18n.ts'
import { unsaved } from '../../../lib/unsaved.ts'
import { Picture } from '../../../ui/Picture.tsx'
import styles from './Tools.module.css'

const signOutKey = 'logout'

export function UserMenu() {
  const { name, avatar } = useCurrentUser()
  const navigate = useNavigate()
  const items: MenuProps['items'] = [
    { key: 'settings', icon: <SettingOutlined />, label: t('userMenu.settings') },
    { type: 'divider' },
    { key: signOutKey, icon: <LogoutOutlined />, label: t('userMenu.signOut') },
    // Screen readers read a group's title, but nobody can choose it.
    { type: 'group', label: t('userMenu.version', { version: import.meta.env.VITE_VERSION }) },
  ]
  // Any item but logging out leads to /account/{key} (spec §2).
  const onClick: MenuProps['onClick'] = ({ key }) =>
    key === signOutKey ? unsaved.leave(() => void signOut()) : void navigate(paths.account(key))
  return (
    <Dropdown autoFocus menu={{ items, onClick }} trigger={['click']} placement="bottomRight">
      <button type="button" className={styles.userButton} aria-haspopup="menu">
        <Picture name={name} src={avatar} size={28} />
        <span className={styles.userName}>{name}</span>
        <span className="visually-hidden">{t('userMenu.label')}</span>
      </button>
    </Dropdown>
  )
}
