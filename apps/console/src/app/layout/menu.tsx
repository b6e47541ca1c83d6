import type { MenuProps } from 'antd'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import type { Route } from '../route.ts'
import { icons } from './icons.tsx'
import styles from './Navigation.module.css'

type Entry = NonNullable<MenuProps['items']>[number]

/** The entries of antd's menu; the key of each is its path. */
export const entriesOf = (routes: readonly Route[], current: string | undefined): Entry[] =>
  routes.map((route) => entryOf(route, current))

const entryOf = ({ path, name, icon, children }: Route, current: string | undefined): Entry => {
  const text = t(`menu.${name}`)
  if (children)
    return {
      key: path,
      icon: icon && icons[icon],
      label: text,
      children: entriesOf(children, current),
    }
  return {
    key: path,
    icon: icon ? icons[icon] : <Initial of={text} />,
    // The menu itself is in the tab order; its arrow keys lead to the links.
    label: (
      <Link to={path} tabIndex={-1} aria-current={path === current ? 'page' : undefined}>
        {text}
      </Link>
    ),
  }
}

/** Stands for a page without an icon while the menu is folded. */
const Initial = ({ of: text }: { of: string }) => (
  <span className={styles.initial} aria-hidden>
    {[...text][0]}
  </span>
)
